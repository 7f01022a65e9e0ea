// The search from anywhere, among a thousand pharmacies with a computer each: what is found, in which order, and that only this is read.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_HITS } from '@pharmacy-relay/shared/api/panel-search.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { searchEverywhere } from './search-everywhere.ts'

const MANY = 1_000
/** Within the limit of a statement, also on a busy machine. */
const AT_ONCE = 100
const staff = { role: 'Support' } as const

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('search_everywhere')
  for (let from = 1; from <= MANY; from += AT_ONCE) await insertFleet(from, from + AT_ONCE - 1)
  await sql`update "Customers" set "name" = 'Güneş Eczanesi', "phone" = '+442079460199' where "storeId" = 'P-77'`.execute(
    store.db,
  )
  await sql`
    update "RelayComputers" set "displayName" = 'Labor hinten', "localIpAddress" = '10.9.8.7',
      "supportAppNumber" = '418 220 731', "printerName" = 'usb:0a5f:0166:D2J201234567'
    where "pcName" = 'COUNTER-77'`.execute(store.db)
  await sql`vacuum analyze "Customers", "RelayComputers", "RelaySearchTexts"`.execute(store.db)
})
afterAll(() => store.stop())

async function insertFleet(from: number, to: number): Promise<void> {
  await sql`
    with made as (
      insert into "Customers" ("storeId", "name", "email", "phone")
      select 'P-' || n, 'Pharmacy ' || n, n || '@example.org', '+49301' || (1000000 + n)
      from generate_series(${from}::integer, ${to}::integer) n returning "id", "storeNumber"
    )
    insert into "RelayComputers" ("customerId", "pcName", "username", "localIpAddress", "softwareVersion", "installId",
      "deviceKey")
    select "id", 'COUNTER-' || "storeNumber", 'till', '192.168.' || "storeNumber" % 250 || '.7', '1.0.0',
      md5("storeNumber"::text)::uuid, encode(sha256("storeNumber"::text::bytea), 'hex') from made`.execute(
    store.db,
  )
}

async function found(q: string, db: StoreDb = store.db) {
  const { pharmacies, computers } = storeApi.searchEverywhere.reply.schema.parse(
    await searchEverywhere(db, staff, q),
  )
  return {
    pharmacies: pharmacies.items.map(({ storeId }) => storeId),
    computers: computers.items.map(({ pcName }) => pcName),
    hasMore: [pharmacies.hasMore, computers.hasMore],
  }
}

describe('finds', () => {
  test.for([
    ['gunes', ['P-77'], []],
    ['ECZANESİ güneş', ['P-77'], []],
    ['0207 946 0199', ['P-77'], ['COUNTER-77']],
    ['labor', [], ['COUNTER-77']],
    ['counter 512', [], ['COUNTER-512']],
    ['10.9.8.7', [], ['COUNTER-77']],
    ['418 220 731', [], ['COUNTER-77']],
    ['418-220-731', [], ['COUNTER-77']],
    ['418220731', [], ['COUNTER-77']],
    ['D2J201234567', [], ['COUNTER-77']],
    ['nobody', [], []],
    ['x', [], []],
    ['', [], []],
  ] as const)('by “%s” pharmacies %j and computers %j', async ([q, pharmacies, computers]) => {
    expect(await found(q)).toEqual({ pharmacies, computers, hasMore: [false, false] })
  })

  test('each with whether its labels come out, or are being set up', async () => {
    const cause = JSON.stringify({ code: 'connecting', params: {} })
    await sql`
      insert into "RelayHealth" ("computerId", "customerId", "level", "cause", "since")
      select "id", "customerId", 'warning', ${cause}::jsonb, relay_now() from "RelayComputers" where "pcName" = 'COUNTER-77'`.execute(
      store.db,
    )
    await sql`insert into "PharmacyHealth" ("customerId", "level", "since")
      select "id", 'well', relay_now() from "Customers" where "storeId" = 'P-77'`.execute(store.db)
    const { pharmacies, computers } = await searchEverywhere(store.db, staff, '0207 946 0199')
    expect(pharmacies.items).toMatchObject([{ health: 'well', isSettling: false }])
    expect(computers.items).toMatchObject([{ health: 'warning', isSettling: true }])
    const [other] = (await searchEverywhere(store.db, staff, 'counter 512')).computers.items
    expect(other).toMatchObject({ health: null, isSettling: false })
  })

  test('at most a few of each kind, and says that there are more', async () => {
    const { pharmacies, hasMore } = await found('77')
    expect([pharmacies.length, ...hasMore]).toEqual([MAX_HITS, true, false])
    const many = await found('counter')
    expect([many.computers.length, many.hasMore]).toEqual([MAX_HITS, [false, true]])
  })

  test('the pharmacy first whose number it is, then what begins with it', async () => {
    expect((await found('900')).pharmacies[0]).toBe('P-900')
    expect((await found('p-42')).pharmacies[0]).toBe('P-42')
    expect((await found('pharmacy 10')).pharmacies.slice(0, 2)).toEqual(['P-10', 'P-100'])
  })
})

test('a kind whose list somebody may not see is empty', async () => {
  const { access } = storeApi.listCustomers
  Object.assign(storeApi.listCustomers, { access: ['Admin'] })
  try {
    expect(await found('0207 946 0199')).toMatchObject({
      pharmacies: [],
      computers: ['COUNTER-77'],
    })
  } finally {
    Object.assign(storeApi.listCustomers, { access })
  }
})

/** Rows of pharmacies and computers that this reads. */
async function read(q: string): Promise<number> {
  const rows = async (trx: StoreTransaction) => {
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::integer as "rows" from pg_stat_xact_user_tables
      where relname in ('Customers', 'RelayComputers', 'RelaySearchTexts')`.execute(trx)
    return rows[0]?.rows ?? 0
  }
  return store.db.transaction().execute(async (trx) => {
    const before = await rows(trx)
    await found(q, trx)
    return (await rows(trx)) - before
  })
}

/** What is found is read, what shares its groups of characters, and for the row that is shown. */
test.for([
  ['gunes', 50],
  ['418 220 731', 50],
  ['10.9.8.7', 50],
  ['0207 946 0199', 100],
] as const)('“%s” reads no more than %i rows of 3,000', async ([q, most]) => {
  expect(await read(q)).toBeLessThan(most)
})
