// Health over a real database: kept from what hubs report, told in list, detail and problems alike, and to whoever listens.
import { sql } from 'kysely'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CustomerListQuery } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { unwell, WELL, type ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import type { JobsReport } from '@pharmacy-relay/shared/labels/job-report.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { listCustomers } from '../customers/customer-list.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { listProblems } from '../support/problem-list.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  reportOf,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'
import { followHealth, startHealthKeeper } from './health-keeper.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
let hub: TestHub
let printer: { sessionId: string; computerId: number }
let client: { sessionId: string; computerId: number }
beforeEach(async () => {
  store = await openTestStore('health')
  pharmacy = await newPharmacy(store)
  hub = newHub(store)
  printer = await hub.open(newDevice(pharmacy, 'DISPENSARY'))
  client = await hub.open(newDevice(pharmacy, 'COUNTER-1'))
  await give(printer.computerId, 1)
  await give(client.computerId, 2)
})
afterEach(async () => store.stop())

async function give(computerId: number, role: number): Promise<void> {
  await sql`update "RelayComputers" set "role" = ${role} where "id" = ${computerId}`.execute(store.db)
}

async function says(sessionId: string, health: ReportedHealth, printerCount = 0): Promise<void> {
  const waiting = {
    unknown: 0,
    held: 0,
    personReasons: [],
    printer: printerCount,
    printerReasons: [],
    health,
  }
  const jobs: JobsReport = { hours: [], waiting }
  await hub.send(reportOf(sessionId, { jobs }))
  await followHealth(store.db)
}

const PAPER_OUT = unwell('printer_stopped', { printer: 'cups:ZD421', condition: 'paper_out' })
const list = async (query: object = {}) =>
  (await listCustomers(store.db, CustomerListQuery.parse(query))).items
const problems = async (problem: 'printer' | 'way' | 'stopped') =>
  listProblems(store.db, { problem, page: 1, pageSize: 50 })

test('list, page and support say the same first cause, at which computer and since when, until it is over', async () => {
  await says(client.sessionId, WELL)
  await says(printer.sessionId, PAPER_OUT, 3)
  const [summary] = await list()
  expect(summary?.health).toMatchObject({
    level: 'stopped',
    cause: PAPER_OUT.cause,
    at: { computerId: printer.computerId, name: 'DISPENSARY' },
  })
  const detail = await readCustomer(store.db, { id: pharmacy.id })
  expect(detail.health).toEqual(summary?.health)
  expect(detail.computers.find(({ id }) => id === printer.computerId)?.health).toEqual(summary?.health)
  const { items, counts } = await problems('printer')
  expect(counts).toMatchObject({ printer: 1, way: 0, stopped: 0 })
  expect(items).toMatchObject([
    { pcName: 'DISPENSARY', labels: 3, health: summary?.health, since: summary?.health?.since },
  ])
  await stepDatabaseTime(store, 60_000)
  await says(printer.sessionId, PAPER_OUT, 4)
  expect((await list())[0]?.health).toEqual(summary?.health)
  await says(printer.sessionId, WELL)
  expect((await list())[0]?.health).toMatchObject({ level: 'well', cause: null, at: null })
  expect((await problems('printer')).total).toBe(0)
})

test('a Client whose labels wait at the computer with the printer has the cause of that one', async () => {
  await says(client.sessionId, unwell('no_way', { computer: 'DISPENSARY' }))
  expect((await list())[0]?.health?.cause?.code).toBe('no_way')
  await hub.close(printer.sessionId)
  await followHealth(store.db)
  const { computers, health } = await readCustomer(store.db, { id: pharmacy.id })
  for (const computer of computers) expect(computer.health?.cause?.code).toBe('computer_off')
  expect(health?.at?.name).toBe('DISPENSARY')
  expect((await problems('way')).items).toMatchObject([{ pcName: 'DISPENSARY' }])
})

test('pharmacies are filtered by health, and the worst come first, of those the ones that have been so longest', async () => {
  await says(printer.sessionId, WELL)
  await says(client.sessionId, unwell('clock_off'))
  const empty = await newPharmacy(store)
  const others = [await newPharmacy(store), await newPharmacy(store)]
  for (const one of others) {
    await stepDatabaseTime(store, 60_000)
    const { computerId, sessionId } = await hub.open(newDevice(one, 'ALONE'))
    await give(computerId, 1)
    await says(sessionId, PAPER_OUT)
  }
  const [first, second] = others.map(({ storeId }) => storeId)
  expect((await list({ sort: 'health' })).map(({ storeId }) => storeId)).toEqual([
    first,
    second,
    pharmacy.storeId,
    empty.storeId,
  ])
  const stopped = (await list({ health: 'stopped' })).map(({ storeId }) => storeId)
  expect(new Set(stopped)).toEqual(new Set([first, second]))
  expect((await list({ health: 'warning' })).map(({ storeId }) => storeId)).toEqual([pharmacy.storeId])
  expect(await list({ health: 'well' })).toEqual([])
})

test('who looks at a pharmacy hears of a change of its health once, and of nothing where nothing changed', async () => {
  await says(printer.sessionId, WELL)
  await says(client.sessionId, WELL)
  const before = await lastEventId(store.db)
  await says(printer.sessionId, PAPER_OUT)
  const told = (await eventsAfter(store.db, before, 100)).map(({ kind }) => kind)
  expect(told).toEqual(['computer', 'customer'])
  await followHealth(store.db)
  expect(await eventsAfter(store.db, before, 100)).toHaveLength(2)
})

test('several processes at once keep it once, and one that was away for longer than events are kept looks at all', async () => {
  await says(client.sessionId, WELL)
  await hub.send(
    reportOf(printer.sessionId, {
      jobs: {
        hours: [],
        waiting: {
          unknown: 0,
          held: 0,
          personReasons: [],
          printer: 0,
          printerReasons: [],
          health: PAPER_OUT,
        },
      },
    }),
  )
  const before = await lastEventId(store.db)
  await Promise.all([followHealth(store.db), followHealth(store.db), followHealth(store.db)])
  expect(await eventsAfter(store.db, before, 100)).toHaveLength(1)
  await sql`update "RelayComputers" set "jobsWaiting" = null`.execute(store.db)
  await sql`delete from "RelayEvents"`.execute(store.db)
  await hub.open(newDevice(await newPharmacy(store), 'NEW'))
  await followHealth(store.db)
  expect((await list({ storeId: pharmacy.storeId }))[0]?.health?.level).toBe('well')
})

test('what is being set up becomes a cause by itself when its time is over, also after a restart', async () => {
  const clock = new SteppedClock()
  const start = () => startHealthKeeper({ db: store.db, clock, logger: silentLogger })
  const health = async () => (await list({ storeId: pharmacy.storeId }))[0]?.health
  const levels = async () => [(await health())?.level, (await health())?.cause?.code ?? null]
  await says(client.sessionId, WELL)
  await sql`update "RelayAssignments" set "version" = 2, "changedAt" = relay_now()`.execute(store.db)
  await says(printer.sessionId, unwell('no_role'))
  expect(await levels()).toEqual(['warning', 'connecting'])
  const first = start()
  const isKnown = () => (clock.nextInMs() ?? 0) > 1_000
  await until('the time is known', isKnown)
  await first.stop()
  const second = start()
  await until('the time is known again', isKnown)
  expect(await levels()).toEqual(['warning', 'connecting'])
  await stepDatabaseTime(store, 61_000)
  clock.stepMs(61_000)
  await until('the cause', async () => (await health())?.cause?.code === 'not_set_up')
  expect(await levels()).toEqual(['stopped', 'not_set_up'])
  await second.stop()
})

test('a computer that is removed or moved leaves its pharmacy as the others are', async () => {
  await says(client.sessionId, WELL)
  await says(printer.sessionId, PAPER_OUT)
  const other = await newPharmacy(store)
  await sql`update "RelayComputers" set "customerId" = ${other.id} where "id" = ${printer.computerId}`.execute(
    store.db,
  )
  await sql`insert into "RelayEvents" ("customerId", "kind") values (${pharmacy.id}, 'customer'), (${other.id}, 'customer')`.execute(
    store.db,
  )
  await followHealth(store.db)
  expect((await list({ storeId: pharmacy.storeId }))[0]?.health?.level).toBe('well')
  expect((await list({ storeId: other.storeId }))[0]?.health?.level).toBe('stopped')
  await sql`delete from "RelayComputers" where "id" = ${printer.computerId}`.execute(store.db)
  await sql`insert into "RelayEvents" ("customerId", "kind") values (${other.id}, 'customer')`.execute(
    store.db,
  )
  await followHealth(store.db)
  expect((await list({ storeId: other.storeId }))[0]?.health).toBeNull()
})
