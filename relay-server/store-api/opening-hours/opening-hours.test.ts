// Opening hours over a real database: set, learnt, and what a computer that is off is called inside and outside of them.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CustomerListQuery } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { OpenWeek } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { listCustomers } from '../customers/customer-list.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { followHealth } from '../health/health-keeper.ts'
import { changesSince } from '../support-desk/changes.queries.ts'
import { countFleet } from '../support-desk/fleet-counts.queries.ts'
import { listTasks } from '../support-tasks/task-detail.queries.ts'
import { followLastingProblems } from '../support-tasks/lasting-problems.ts'
import { listProblems } from '../support/problem-list.ts'
import { holdDatabaseTime } from '../test/stepped-database.ts'
import {
  admin,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { followOpeningHours, learnOpeningHours } from './follow-hours.ts'
import { setOpeningHours } from './set-hours.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ZONE = 'Europe/Istanbul'
const HOURS = [{ from: '09:00', to: '13:00' }]
const WEEK: OpenWeek = [HOURS, HOURS, HOURS, HOURS, HOURS, HOURS, HOURS]

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeEach(async () => {
  store = await openTestStore('opening_hours')
  // A Friday, noon in Istanbul.
  await holdDatabaseTime(store.db)
  pharmacy = await newPharmacy(store)
})
afterEach(async () => store.stop())

async function step(ms: number): Promise<void> {
  await stepDatabaseTime(store, ms)
  await followOpeningHours(store.db, 10)
  await followHealth(store.db)
  await followLastingProblems(store.db)
}

async function printerComputer() {
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'DISPENSARY')
  const { sessionId, computerId } = await hub.open(device)
  await sql`update "RelayComputers" set "role" = 1 where "id" = ${computerId}`.execute(store.db)
  return { hub, device, sessionId, computerId }
}

/** The health of the pharmacy, the problems that support counts, and the tasks that are open. */
async function said(): Promise<string> {
  const { items } = await listCustomers(store.db, CustomerListQuery.parse({}))
  const { counts } = await listProblems(store.db, { problem: 'offline', page: 1, pageSize: 10 })
  const tasks = await listTasks(store.db, admin.subject, { view: 'all', page: 1, pageSize: 10 })
  const open = tasks.items.filter(({ state }) => state !== 'done').length
  return `${items[0]?.health?.level ?? 'none'}, offline ${counts.offline}, way ${counts.way}, ${open} tasks`
}

const set = async (week: OpenWeek | null) =>
  setOpeningHours(store.db, admin, { customerId: pharmacy.id, timeZone: ZONE, week })

test('off outside its hours a computer is closed, no problem and no task; from an hour after they begin it is one, and stays one', async () => {
  const { hub, sessionId } = await printerComputer()
  expect((await set(WEEK)).openingHours).toEqual({
    source: 'set',
    timeZone: ZONE,
    week: WEEK,
    isOpen: true,
    learntAt: null,
  })
  await step(70 * MINUTE)
  const before = await store.db
    .selectFrom('RelayComputers')
    .select(sql<Date>`relay_now()`.as('now'))
    .executeTakeFirst()
  await hub.close(sessionId, 'bye')
  await step(0)
  expect(await said()).toBe('closed, offline 0, way 0, 0 tasks')
  expect((await readCustomer(store.db, { id: pharmacy.id })).openingHours?.isOpen).toBe(false)
  await step(3 * HOUR)
  await countFleet(store.db)
  expect(await said()).toBe('closed, offline 0, way 0, 0 tasks')
  const changes = async () => changesSince(store.db, 'reader', before?.now.toISOString() ?? '')
  expect(await changes()).toMatchObject({ problems: [], offline: { count: 0 } })
  // 09:05 of the next day, in Istanbul.
  await step(16 * HOUR + 55 * MINUTE)
  expect(await said()).toBe('stopped, offline 0, way 1, 0 tasks')
  await step(61 * MINUTE)
  expect(await said()).toBe('stopped, offline 1, way 1, 1 tasks')
  expect(await changes()).toMatchObject({ problems: [{ problem: 'offline', began: 1 }] })
  // In the evening it is no problem that anybody counts, and its task is not over.
  await step(5 * HOUR)
  await step(HOUR)
  expect(await said()).toBe('closed, offline 0, way 0, 1 tasks')
})

test('who set them is in the staff log, once; left to what is learnt they count no more', async () => {
  const { hub, sessionId } = await printerComputer()
  await step(2 * HOUR)
  await set(WEEK)
  await set(WEEK)
  await hub.close(sessionId, 'bye')
  await step(0)
  expect(await said()).toBe('closed, offline 0, way 0, 0 tasks')
  expect((await set(null)).openingHours).toMatchObject({ source: 'unknown', week: null, isOpen: true })
  await step(0)
  expect(await said()).toBe('stopped, offline 0, way 1, 0 tasks')
  const rows = await store.db
    .selectFrom('StaffOperationHistory')
    .select(['action', 'summary'])
    .where('action', '=', 'customer.opening-hours')
    .orderBy('id')
    .execute()
  expect(rows.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/^Set the opening hours of /),
    expect.stringMatching(/^Left the opening hours of .* to what is learnt$/),
  ])
})

test('they are learnt from two weeks of connections, and what staff set goes before', async () => {
  const { hub, device, sessionId, computerId } = await printerComputer()
  await sql`update "RelayComputers" set "createdAt" = relay_now() where "id" = ${computerId}`.execute(
    store.db,
  )
  // Noon: off until nine in the morning, each day.
  await hub.close(sessionId, 'bye')
  for (let day = 0; day < 15; day += 1) {
    await stepDatabaseTime(store, 21 * HOUR)
    const session = await hub.open(device)
    await stepDatabaseTime(store, 3 * HOUR)
    await hub.close(session.sessionId, 'bye')
  }
  expect(await learnOpeningHours(store.db, ZONE, new AbortController().signal)).toBe(1)
  const learnt = await readCustomer(store.db, { id: pharmacy.id })
  const morning = [{ from: '09:00', to: '12:00' }]
  expect(learnt.openingHours).toMatchObject({
    source: 'learnt',
    timeZone: ZONE,
    week: Array(7).fill(morning),
  })
  const last = await lastEventId(store.db)
  await step(MINUTE)
  expect(await said()).toMatch(/^closed, offline 0/)
  expect((await eventsAfter(store.db, last, 10)).map(({ kind }) => kind)).toContain('customer')
  expect((await set(WEEK)).openingHours).toMatchObject({ source: 'set', week: WEEK })
})
