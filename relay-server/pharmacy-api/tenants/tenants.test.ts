// The wall between pharmacies, tried from below: as the role that requests run as, and with pooled connections.
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createPool } from '../../db/database-pool.ts'
import { openDatabase } from '../../db/database.ts'
import { withConnection, withDatabase } from '../../db/postgres-connection.ts'
import { testClusterUrl } from '../../db/test-cluster.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import type { PharmacySchema } from '../schema.ts'
import { openedPharmacy, pharmacistOf, PROFILE } from '../test/tenants.ts'
import { problemOf, startTestPharmacy, type TestPharmacyApi } from '../test/test-pharmacy.ts'
import { readProfile } from './profiles.queries.ts'
import { refuseUnfitRoles } from './roles.queries.ts'
import { asKeeper, inTenant } from './tenant-transaction.queries.ts'

let site: TestPharmacyApi
beforeAll(async () => {
  site = await startTestPharmacy('tenants')
  await openedPharmacy(site, 1, { name: 'First' })
  await openedPharmacy(site, 2, { name: 'Second' })
})
afterAll(() => site.stop())

/** One connection that became the request role and stays it. */
const asRequestRole = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withConnection(site.database.url, async (client) => {
    await client.query('set role pharmacy_request')
    return work(client)
  })
const names = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ name: string }>('select "name" from "PharmacyProfiles" order by 1')).rows.map(
    ({ name }) => name,
  )

test('H19: a pooled connection that served A shows B to B alone, and without a pharmacy no row', async () => {
  const { db } = site.database
  const nameIn = async (pharmacyId: number) =>
    (
      await inTenant(db, pharmacyId, async (trx) =>
        trx.selectFrom('PharmacyProfiles').select('name').execute(),
      )
    ).map(({ name }) => name)
  // One connection after the other out of the pool: the same one serves both.
  for (const turn of [1, 2, 3]) {
    expect([turn, await nameIn(1)]).toEqual([turn, ['First']])
    expect([turn, await nameIn(2)]).toEqual([turn, ['Second']])
    expect([turn, await nameIn(3)]).toEqual([turn, []])
  }
  const pool = createPool(site.database.url, silentLogger)
  const client = await pool.connect()
  await client.query("begin; select set_config('app.pharmacy_id', '1', true); commit")
  await client.query('set role pharmacy_request')
  // PostgreSQL keeps '' there from now on.
  expect((await client.query("select current_setting('app.pharmacy_id', true) as kept")).rows).toEqual([
    { kept: '' },
  ])
  expect((await client.query('select * from "PharmacyProfiles"')).rows).toEqual([])
  client.release(true)
  await pool.end()
})

describe('As the role of requests', () => {
  test('there is no row without a pharmacy, and only its own with one', async () => {
    await asRequestRole(async (client) => {
      expect(await names(client)).toEqual([])
      await client.query("select set_config('app.pharmacy_id', '2', false)")
      expect(await names(client)).toEqual(['Second'])
    })
  })

  test('rows of others are neither changed nor made, and the wall is not taken down', async () => {
    await asRequestRole(async (client) => {
      await client.query("select set_config('app.pharmacy_id', '2', false)")
      const changed = await client.query(
        `update "PharmacyProfiles" set "name" = 'Taken' where "pharmacyId" = 1`,
      )
      expect(changed.rowCount).toBe(0)
      for (const statement of [
        `update "PharmacyProfiles" set "pharmacyId" = 1`,
        `insert into "PharmacyProfiles" ("pharmacyId", "name", "address", "country", "language", "timeZone")
          values (7, 'Made', 'A', 'TR', 'tr', 'UTC')`,
        `delete from "PharmacyProfiles"`,
        `alter table "PharmacyProfiles" disable row level security`,
        `select * from "DrugImports"`,
      ])
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    })
    await asRequestRole(async (client) => {
      await client.query("set row_security = off; select set_config('app.pharmacy_id', '2', false)")
      await expect(client.query('select * from "PharmacyProfiles"')).rejects.toMatchObject({ code: '42501' })
    })
  })

  /**
   * Baskets without a patient: pairs are mined from those of all pharmacies, and no request shows one. Digests of codes and tokens, which
   * are looked up before a pharmacy is known. The log of messages, which Admins read; the role of requests may not.
   */
  const OF_ALL_PHARMACIES = [
    ...['CrossSaleAnswers', 'CrossSaleBaskets'],
    ...['DevicePairCodes', 'OptOutLinks', 'ScannerTokens', 'SmsLogs'],
  ]

  test('every table with a pharmacy is walled in, also for its owner', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'pharmacyId'
      where c.relkind = 'r' and not a.attisdropped and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1
    `.execute(site.database.db)
    expect(rows.map(({ name }) => name)).toEqual(OF_ALL_PHARMACIES)
  })

  test('a start is refused while it could climb the wall', async () => {
    const { db } = site.database
    await refuseUnfitRoles(db)
    const rolledBack = new Error('rolled back')
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`alter role pharmacy_request bypassrls`.execute(trx)
        const { code, message } = await problemOf(refuseUnfitRoles(trx))
        expect([code, message]).toEqual(['state_conflict', expect.stringContaining('pharmacy_request')])
        throw rolledBack
      }),
    ).rejects.toBe(rolledBack)
  })
})

test('An owner who is no superuser, as managed servers have, migrates, serves, and sees no pharmacy himself', async () => {
  const adminUrl = await testClusterUrl()
  const owner = `owner_${process.pid}_${Date.now() % 100_000}`
  const url = new URL(withDatabase(adminUrl, owner))
  url.username = owner
  url.password = 'made-up'
  await withConnection(adminUrl, async (client) => {
    await client.query(`create role ${owner} login password 'made-up'`)
    // As an administrator does once where the owner may not make roles.
    await client.query(`grant pharmacy_request, pharmacy_keeper to ${owner} with inherit false`)
    await client.query(`create database ${owner} owner ${owner}`)
  })
  const opened = await openDatabase<PharmacySchema>({
    connectionString: url.href,
    dataFolder: '',
    name: owner,
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  try {
    const values = { pharmacyId: 5, ...PROFILE }
    await inTenant(opened.db, 5, async (trx) => trx.insertInto('PharmacyProfiles').values(values).execute())
    expect(await inTenant(opened.db, 5, readProfile)).toMatchObject({ name: PROFILE.name, version: 1 })
    expect(await inTenant(opened.db, 6, readProfile)).toBe(null)
    expect((await sql`select * from "PharmacyProfiles"`.execute(opened.db)).rows).toEqual([])
    // Profiles are none of the keeper's business.
    await expect(asKeeper(opened.db, readProfile)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await opened.stop()
    await withConnection(adminUrl, async (client) => {
      await client.query(`drop database ${owner} with (force)`)
      await client.query(`drop role ${owner}`)
    })
  }
})

test('A profile is changed by the version that was seen, in countries that have phones, by who has a pharmacy', async () => {
  const pharmacist = await pharmacistOf(site, 3)
  const put = async (changes: Partial<typeof PROFILE>, version: number) =>
    pharmacist.call(pharmacyApi.putPharmacyProfile, { body: { ...PROFILE, ...changes } }, version)
  expect((await problemOf(pharmacist.call(pharmacyApi.getPharmacyProfile, {}))).code).toBe('not_found')
  expect((await put({}, 0)).version).toBe(1)
  expect((await problemOf(put({}, 0))).code).toBe('version_stale')
  expect((await put({ name: 'Third' }, 1)).version).toBe(2)
  expect((await problemOf(put({}, 1))).code).toBe('version_stale')
  expect(await problemOf(put({ country: 'AQ' }, 2))).toMatchObject({ errors: [{ path: 'body.country' }] })
  expect(await problemOf(put({ timeZone: 'Europe/Nowhere' }, 2))).toMatchObject({
    errors: [{ path: 'body.timeZone' }],
  })
  const homeless = await site.tokens.tokenFor('Pharmacist', { claims: { pharmacyId: null } })
  const response = await fetch(`${site.baseUrl}${pharmacyApi.getPharmacyProfile.path}`, {
    headers: { authorization: `Bearer ${homeless}` },
  })
  expect(response.status).toBe(403)
})
