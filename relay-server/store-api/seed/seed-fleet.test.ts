// The seeded fleet: counts that are true, rows that fit the contracts, the same for the same number, once.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CustomerDetail, CustomerListQuery, CustomerSummary } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { listCustomers } from '../customers/customer-list.queries.ts'
import { listProblems } from '../support/problem-list.ts'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { newTestSweeper } from '../test/test-sweeper.ts'
import { seededFleet, seedFleet } from './seed-fleet.ts'

let store: StoreTestDatabase
let again: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('seed')
  again = await openTestStore('seed_again')
})
afterAll(() => Promise.all([store.stop(), again.stop()]))

const plan = { pharmacies: 600, computersPerPharmacy: 3, seed: 7 }
const everything = (database: StoreTestDatabase) =>
  listCustomers(database.db, CustomerListQuery.parse({ pageSize: '200', sort: '-connected' }))

/** Since when labels come out, or do not, is when the fleet was made. */
async function withoutTimes(database: StoreTestDatabase) {
  const { items, ...list } = await everything(database)
  return {
    ...list,
    items: items.map(({ health, ...item }) => ({ ...item, health: { ...health, since: null } })),
  }
}

test('a fleet has the size that was asked for, and its rows are what the contracts promise', async () => {
  const made = await seedFleet(store.db, plan)
  expect(made.added).toEqual({ pharmacies: 600, computers: 1_800 })
  expect(made.now).toMatchObject({ pharmacies: 600, computers: 1_800 })
  const list = await everything(store)
  expect(list.total).toBe(600)
  for (const item of list.items) expect(CustomerSummary.parse(item).computerCount).toBe(3)
  expect(list.items[0]?.connectedCount).toBe(3)
  expect(made.now.online).toBeGreaterThan(900)
  expect(made.now.online).toBeLessThan(1_600)
  const detail = CustomerDetail.parse(await readCustomer(store.db, { storeId: 'P-100000' }))
  expect(detail.computers.map(({ role }) => role)).toEqual([1, 2, 2])
  expect(detail.printerConfig).toMatchObject({ tcpPort: 9100 })
  expect(detail.computers[1]).toMatchObject({ printerComputerName: detail.computers[0]?.pcName })
  expect(detail.computers.every(({ assignment }) => assignment?.version === 1)).toBe(true)
  expect(new Set(detail.computers.map(({ deviceKey }) => deviceKey)).size).toBe(3)
})

test('the table of pharmacies is as long as its rows, though each computer wrote its pharmacy anew', async () => {
  const { rows } = await sql<{ share: number }>`
    select (pg_relation_size('"Customers"') / sum(pg_column_size(c.*)))::double precision as "share" from "Customers" c`.execute(
    store.db,
  )
  expect(rows[0]?.share).toBeLessThan(1.5)
})

test('assignments of a fleet are in every state that people have to tell apart', async () => {
  const states = await store.db
    .selectFrom('RelayAssignments')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(states.map(({ state, count }) => [state, count]))
  expect(Object.keys(counts).toSorted()).toEqual(['applied', 'failed', 'received', 'waiting'])
  expect(counts['applied']).toBeGreaterThan(1_500)
})

test('support finds in a fleet what it has to look for', async () => {
  const { counts } = await listProblems(store.db, { problem: 'offline', page: 1, pageSize: 1 })
  const { printer, way, stopped, offline, configuration, answers, expired, outdated, clock } = counts
  for (const count of [printer, way, stopped, offline, configuration, answers, expired, outdated, clock])
    expect(count).toBeGreaterThan(0)
})

test('two computers with one identity are told as the contract promises', async () => {
  const { id } = await store.db
    .selectFrom('RelayConflictSides as s')
    .innerJoin('RelayComputers as c', 'c.id', 's.computerId')
    .select('c.customerId as id')
    .executeTakeFirstOrThrow()
  const { computers } = CustomerDetail.parse(await readCustomer(store.db, { id }))
  expect(computers.flatMap(({ conflict }) => conflict?.sides ?? [])).toHaveLength(2)
})

test('the same plan makes the same rows elsewhere, and nothing here', async () => {
  await seedFleet(again.db, plan)
  expect(await withoutTimes(again)).toEqual(await withoutTimes(store))
  const before = await seededFleet(store.db)
  expect(await seedFleet(store.db, plan)).toEqual({ added: { pharmacies: 0, computers: 0 }, now: before })
  const { rows } = await sql<{
    last: number
  }>`select max("lastLetterNumber") as "last" from "Customers"`.execute(store.db)
  expect(rows).toEqual([{ last: 3 }])
  expect((await everything(store)).total).toBe(600)
})

test('another plan adds what is missing and says what it added; a smaller one takes nothing away', async () => {
  const larger = await seedFleet(store.db, { ...plan, pharmacies: 610, computersPerPharmacy: 4 })
  expect(larger.added).toEqual({ pharmacies: 10, computers: 600 + 10 * 4 })
  expect(larger.now).toMatchObject({ pharmacies: 610, computers: 2_440 })
  const smaller = await seedFleet(store.db, { ...plan, pharmacies: 5, computersPerPharmacy: 1 })
  expect(smaller).toEqual({ added: { pharmacies: 0, computers: 0 }, now: larger.now })
  const detail = CustomerDetail.parse(await readCustomer(store.db, { storeId: 'P-100000' }))
  expect(detail.computers.map(({ role }) => role)).toEqual([1, 2, 2, 2])
})

test('computers of a fleet that are online stay so, though no hub renews their lease', async () => {
  const { online } = await seededFleet(store.db)
  const { step, sweeper } = newTestSweeper(store)
  for (let round = 0; round < 8; round += 1) {
    await step(10_000)
    expect(await sweeper.sweep()).toBe(0)
  }
  await sweeper.endGraces()
  expect((await seededFleet(store.db)).online).toBe(online)
})
