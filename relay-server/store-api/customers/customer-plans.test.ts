// Among 10,000 pharmacies none is read that was not sought: what is typed and what a service asks go by an index.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerListQuery } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StoreTransaction } from '../database.ts'
import { searchComputers } from '../support/computer-search.ts'
import { changesSince } from '../support-desk/changes.queries.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { listCustomers } from './customer-list.queries.ts'
import { findCustomerByPhone } from './find-by-phone.queries.ts'

const MANY = 10_000
/** Within the limit of a statement, also on a busy machine. */
const AT_ONCE = 100
/** Those that are found, each read by the search and for the page, and what shares their groups of characters. */
const FEW = 100

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('customer_plans')
  for (let from = 1; from <= MANY; from += AT_ONCE)
    await sql`
      insert into "Customers" ("storeId", "name", "email", "phone")
      select 'P-' || n, 'Pharmacy ' || n, n || '@example.org', '+49301' || (1000000 + n)
      from generate_series(${from}::integer, ${from + AT_ONCE - 1}::integer) n`.execute(store.db)
  await sql`
    insert into "Customers" ("storeId", "name", "email", "phone")
    values ('P-77777', 'Güneş Eczanesi', 'gunes@example.com', '+442079460199')`.execute(store.db)
  await sql`
    insert into "PharmacyHealth" ("customerId", "level", "cause", "since")
    select "id", case when "storeId" = 'P-77777' then 'stopped' else 'well' end,
      case when "storeId" = 'P-77777' then '{"code": "printer_stopped", "params": {}}'::jsonb end, relay_now()
    from "Customers"`.execute(store.db)
  await sql`analyze "Customers", "PharmacyHealth"`.execute(store.db)
})
afterAll(() => store.stop())

/** How many rows of pharmacies this reads. */
async function read(act: (trx: StoreTransaction) => Promise<unknown>): Promise<number> {
  return store.db.transaction().execute(async (trx) => {
    const before = await rowsRead(trx)
    await act(trx)
    return (await rowsRead(trx)) - before
  })
}

async function rowsRead(trx: StoreTransaction): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (seq_tup_read + idx_tup_fetch)::integer as "rows" from pg_stat_xact_user_tables where relname = 'Customers'`.execute(
    trx,
  )
  return rows[0]?.rows ?? 0
}

test('the pharmacies that were added since a moment are read alone', async () => {
  expect(await read((trx) => changesSince(trx, randomUUID(), new Date().toISOString()))).toBeLessThan(FEW)
})

test.for([
  { name: 'günes eczane' },
  { name: 'GUNESECZANESI' },
  { email: 'gunes@' },
  { phone: '0207 946' },
  { phone: '+44 20 7946 0199' },
  { storeId: '77777' },
  { q: 'eczanesi 020 7946' },
  { health: 'stopped' },
  { health: 'stopped', sort: 'health' },
])('the list by %j', async (typed) => {
  const query = CustomerListQuery.parse(typed)
  const found: string[] = []
  const rows = await read(async (trx) => {
    const { items } = await listCustomers(trx, query)
    found.push(...items.map(({ storeId }) => storeId))
  })
  expect(found).toEqual(['P-77777'])
  expect(rows).toBeLessThan(FEW)
})

test('computers by the phone number of their pharmacy', async () => {
  const query = { q: '0207 946', page: 1, pageSize: 50 }
  expect(await read((trx) => searchComputers(trx, query))).toBeLessThan(FEW)
})

test('whether a number is a customer’s', async () => {
  expect(await read((trx) => findCustomerByPhone(trx, '+442079460199'))).toBeLessThan(3)
})
