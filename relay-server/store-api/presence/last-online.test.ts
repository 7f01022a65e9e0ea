// When a computer was last known to be online, whatever was away when it left.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runningSweeper, type TestSweeper } from '../test/test-sweeper.ts'
import { holdDatabaseTime } from '../test/stepped-database.ts'
import {
  LEASE_MS,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'

const MINUTE = 60_000

let store: StoreTestDatabase
let pharmacy: TestPharmacy
let running: TestSweeper
beforeAll(async () => {
  store = await openTestStore('last_online')
  await holdDatabaseTime(store.db)
  pharmacy = await newPharmacy(store)
})
beforeEach(async () => {
  running = await runningSweeper(store)
})
afterAll(() => store.stop())

/** What is shown, and how many ms ago it was online. */
async function shownOf(computerId: number) {
  const { rows } = await sql<{ state: string; agoMs: number }>`
    select "state", round(extract(epoch from relay_now() - "lastOnlineAt") * 1000)::integer as "agoMs"
    from "RelayPresence" where "computerId" = ${computerId}`.execute(store.db)
  return rows[0]
}

test('an end that waited for this API is as old as its hub says', async () => {
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(newDevice(pharmacy, 'BYE-1'))
  await running.step(2 * MINUTE)
  await hub.close(sessionId, 'bye', MINUTE)
  expect(await shownOf(computerId)).toEqual({ state: 'offline', agoMs: MINUTE })
})

test('also when it is waited for, and of two connections the later end counts', async () => {
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'TWICE-1')
  const [older, newer] = [await hub.open(device), await hub.open(device)]
  await running.pass(2 * MINUTE, () => hub.lease())
  await hub.close(newer.sessionId, 'transport_close', MINUTE)
  expect(await shownOf(older.computerId)).toMatchObject({ state: 'online' })
  await hub.close(older.sessionId, 'transport_close', 20_000)
  expect(await shownOf(older.computerId)).toEqual({ state: 'reconnecting', agoMs: 20_000 })
  await running.pass(10_000)
  expect(await shownOf(older.computerId)).toEqual({ state: 'offline', agoMs: 30_000 })
  await hub.open(device)
  expect(await shownOf(older.computerId)).toEqual({ state: 'online', agoMs: 0 })
})

test('an end before the connection was there is its beginning', async () => {
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(newDevice(pharmacy, 'ODD-1'))
  await running.step(1_000)
  await hub.close(sessionId, 'bye', MINUTE)
  expect(await shownOf(computerId)).toEqual({ state: 'offline', agoMs: 1_000 })
})

test('of a hub that was killed nothing is known since its last lease', async () => {
  const hub = newHub(store)
  const { computerId } = await hub.open(newDevice(pharmacy, 'KILLED-1'))
  await hub.lease()
  await running.pass(LEASE_MS + 5_000)
  expect(await shownOf(computerId)).toEqual({ state: 'reconnecting', agoMs: LEASE_MS + 5_000 })
})
