// New keys: every row gets them while the pharmacy works, a kill half-way leaves all readable, a key that is gone is named.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { withConnection } from '../../db/postgres-connection.ts'
import { createErasureList } from '../patients/erasure-list.ts'
import { createPatientDesk } from '../patients/patient-desk.ts'
import { openedPharmacy, PATIENT, pharmacistOf } from '../test/tenants.ts'
import {
  problemOf,
  serveTestPharmacy,
  startTestPharmacy,
  testKeys,
  type TestPharmacyApi,
} from '../test/test-pharmacy.ts'
import { rotateAll } from './rotation.ts'
import { usedKeyIds } from './rotation.queries.ts'

const COUNT = 700
const phoneOf = (at: number): string => `+90532${String(at).padStart(7, '0')}`

let site: TestPharmacyApi
let ids: string[]
beforeAll(async () => {
  site = await startTestPharmacy('rotation', { keys: testKeys('a') })
  const pharmacist = await openedPharmacy(site, 1)
  ids = []
  for (let at = 0; at < COUNT; at += 1)
    ids.push(
      (await pharmacist.call(pharmacyApi.createPatient, { body: { ...PATIENT, phone: phoneOf(at) } })).id,
    )
})
afterAll(() => site.stop())

const countBy = async (keyId: string) =>
  withConnection(site.database.url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from "PatientPhones" where "keyId" = $1 and "indexKeyId" = $1',
      [keyId],
    )
    return rows[0]?.count
  })
const servedWith = async (...keyIds: string[]) => {
  const served = await serveTestPharmacy(site.database, site.tokens, { keys: testKeys(...keyIds) })
  onTestFinished(() => served.stop())
  return pharmacistOf(served, 1)
}

test('H23: a rotation that is killed half-way leaves all rows readable and found by both keys; the next one ends it', async () => {
  const keys = testKeys('b', 'a')
  const { db } = site.database
  const erasures = createErasureList({ folder: '/nowhere', now: () => new Date() })
  const desk = createPatientDesk({ db, clock: systemClock, keys, erasures, logger: silentLogger })
  // The second batch dies in its transaction, as with a killed process: its connection ends.
  let renewed = 0
  const dying = {
    ...desk.sealer,
    seal: (...args: Parameters<typeof desk.sealer.seal>) => {
      renewed += 1
      return desk.sealer.seal(...args)
    },
  }
  let asked = 0
  await rotateAll({ ...desk, sealer: dying, keys, logger: silentLogger }, () => (asked += 1) > 1)
  expect([renewed, await countBy('b'), await countBy('a')]).toEqual([500, 500, 200])
  await withConnection(site.database.url, async (client) => {
    await client.query('begin')
    await client.query('set local role pharmacy_keeper')
    await client.query(`update "PatientPhones" set "keyId" = 'b' where "keyId" = 'a'`)
    const killed = client.query('select pg_terminate_backend(pg_backend_pid())')
    await expect(killed).rejects.toThrow()
  })
  expect(await countBy('a')).toBe(200)

  const half = await servedWith('a', 'b')
  for (const at of [0, 499, 500, 699]) {
    const found = await half.call(pharmacyApi.searchPatients, { body: { phone: phoneOf(at) } })
    expect([at, found.patient?.id, found.patient?.name]).toEqual([at, ids[at], PATIENT.name])
    const again = half.call(pharmacyApi.createPatient, { body: { ...PATIENT, phone: phoneOf(at) } })
    expect((await problemOf(again)).reason?.code).toBe('patient_exists')
  }
  // That one began to turn everything to its newest key; what it did not come to, this one does the other way.
  const pharmacist = await servedWith('c', 'b', 'a')
  await until('all rows have the newest keys', async () => (await countBy('c')) === COUNT)
  for (const at of [0, 500, 699]) {
    const found = await pharmacist.call(pharmacyApi.searchPatients, { body: { phone: phoneOf(at) } })
    expect(found.patient?.id).toBe(ids[at])
  }
  expect(await usedKeyIds(db, 'PatientPhones', 'keyId')).toEqual(['c'])
})

test('H22: a start without a key that rows name is refused, and names it', async () => {
  const [inUse = ''] = await usedKeyIds(site.database.db, 'PatientPhones', 'keyId')
  const started = serveTestPharmacy(site.database, site.tokens, { keys: testKeys('z') })
  const { code, message } = await problemOf(started)
  expect(code).toBe('state_conflict')
  expect(message).toContain(`${inUse} of Pharmacy__DataKeys`)
  expect(message).toContain(`${inUse} of Pharmacy__IndexKeys`)
  const { dataKeys } = testKeys(inUse)
  const half = serveTestPharmacy(site.database, site.tokens, {
    keys: { dataKeys, indexKeys: testKeys('z').indexKeys },
  })
  expect((await problemOf(half)).message).not.toContain('Pharmacy__DataKeys')
})
