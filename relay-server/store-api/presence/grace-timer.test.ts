// A grace ends on time: by the timer that the event of a computer sets, long before a round of the sweeper.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { holdDatabaseTime } from '../test/stepped-database.ts'
import { startTestApp } from '../test/test-app.ts'
import { runningSweeper } from '../test/test-sweeper.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { createGraceTimer } from './grace-timer.ts'

const HOUR_MS = 3_600_000

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('grace_timer')
  await holdDatabaseTime(store.db)
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

async function connected(name: string) {
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(newDevice(pharmacy, name))
  return { hub, sessionId, now: () => shown(store, computerId) }
}

test('a grace ends on time by the timer, each its own', async () => {
  const { clock, sweeper, step } = await runningSweeper(store)
  const [first, second] = [await connected('TIMER-1'), await connected('TIMER-2')]
  const before = await lastEventId(store.db)
  const timer = createGraceTimer({ clock, endGraces: () => sweeper.endGraces() })
  await first.hub.close(first.sessionId, 'transport_close')
  timer.heard(await eventsAfter(store.db, before, 10))
  await step(6_000)
  await second.hub.close(second.sessionId, 'transport_close')
  await step(4_000)
  await until('the first is offline', async () => (await first.now())?.state === 'offline')
  expect(await second.now()).toMatchObject({ state: 'reconnecting' })
  await until('the next one is planned', () => clock.pending() > 0)
  await step(6_000)
  await until('the second is offline', async () => (await second.now())?.state === 'offline')
  await timer.stop()
})

test('one that fell silent has a shorter one, also while the timer waits for another', async () => {
  const { clock, sweeper, step } = await runningSweeper(store)
  const [left, silent] = [await connected('TIMER-4'), await connected('TIMER-5')]
  const timer = createGraceTimer({ clock, endGraces: () => sweeper.endGraces() })
  const told = async (end: () => Promise<unknown>): Promise<void> => {
    const before = await lastEventId(store.db)
    await end()
    timer.heard(await eventsAfter(store.db, before, 10))
  }
  await told(() => left.hub.close(left.sessionId, 'transport_close'))
  await step(3_000)
  await until('the timer waits for the first', () => (clock.nextInMs() ?? 0) > 3_000)
  await told(() => silent.hub.close(silent.sessionId, 'ping_timeout'))
  await step(3_000)
  await until('the silent one is offline', async () => (await silent.now())?.state === 'offline')
  expect(await left.now()).toMatchObject({ state: 'reconnecting' })
  await timer.stop()
})

test('in a store API that runs, without a round of its sweeper', async () => {
  const clock = new SteppedClock()
  const site = await startTestApp(store, { clock, sweepEveryMs: HOUR_MS })
  onTestFinished(() => site.stop())
  const { hub, sessionId, now } = await connected('TIMER-3')
  const before = clock.pending()
  await hub.close(sessionId, 'transport_close')
  await until('the timer is set', () => clock.pending() > before)
  expect(await now()).toMatchObject({ state: 'reconnecting' })
  await stepDatabaseTime(store, 10_000)
  clock.stepMs(10_000)
  await until('it is offline', async () => (await now())?.state === 'offline')
})
