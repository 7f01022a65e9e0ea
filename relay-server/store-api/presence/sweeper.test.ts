// The sweeper with stepped time: lapsed hubs, the hold-off after a break, one at a time, what is removed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LOCKS } from '../database.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { newTestSweeper } from '../test/test-sweeper.ts'
import {
  LEASE_MS,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { databaseAnswered, databaseAway, holdOffAtStart, maySweep, type ServerTime } from './hold-off.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('sweeper')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())
beforeEach(async () => {
  // Each test begins with no open session left of the one before.
  await sql`update "RelaySessions" set "closedAt" = relay_now(), "closeReason" = 'bye' where "closedAt" is null`.execute(
    store.db,
  )
})

test('sessions of a hub whose lease is over are closed with hub_lost, those of a living hub are not', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const [lost, alive] = [newHub(store), newHub(store)]
  const gone = await lost.open(newDevice(pharmacy, 'GONE'))
  const kept = await alive.open(newDevice(pharmacy, 'KEPT'))
  await step(5_000)
  expect(await sweeper.sweep()).toBe(0)
  await step(5_000)
  await alive.lease()
  expect(await sweeper.sweep()).toBe(0)
  await step(6_000)
  const before = await lastEventId(store.db)
  expect(await sweeper.sweep()).toBe(1)
  expect(await shown(store, gone.computerId)).toMatchObject({ state: 'reconnecting', reason: 'hub_lost' })
  expect(await shown(store, kept.computerId)).toMatchObject({ status: 'Online' })
  expect(await eventsAfter(store.db, before, 10)).toMatchObject([
    { kind: 'presence', computerId: gone.computerId, status: 'Online', presence: 'reconnecting' },
  ])
  await step(10_000)
  await sweeper.endGraces()
  expect(await shown(store, gone.computerId)).toMatchObject({ state: 'offline', reason: 'hub_lost' })
})

test('of a hub that said that it stops, and had no time to tell of each session, they are closed with hub_drain', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const hub = newHub(store)
  const { computerId } = await hub.open(newDevice(pharmacy, 'DRAINED'))
  await hub.send({ kind: 'lease', id: 1, draining: true, sessionIds: null })
  await step(10_000)
  await sweeper.sweep()
  await step(10_000)
  expect(await sweeper.sweep()).toBe(1)
  expect(await shown(store, computerId)).toMatchObject({ state: 'reconnecting', reason: 'hub_drain' })
})

test('a hub that comes back before the sweep keeps its devices online without an event', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const hub = newHub(store)
  const session = await hub.open(newDevice(pharmacy, 'BACK'))
  await step(20_000)
  const before = await lastEventId(store.db)
  expect((await hub.lease([session.sessionId])).missing).toEqual([])
  expect(await sweeper.sweep()).toBe(0)
  expect(await lastEventId(store.db)).toBe(before)
})

test('a hub that comes back after the sweep is told what is missing and asserts it again', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'REASSERT')
  const { sessionId, computerId } = await hub.open(device)
  await step(10_000)
  await sweeper.sweep()
  await step(10_000)
  expect(await sweeper.sweep()).toBe(1)
  expect((await hub.lease([sessionId])).missing).toEqual([sessionId])
  await hub.open(device, { sessionId, reassert: true })
  expect(await shown(store, computerId)).toMatchObject({ status: 'Online', presenceSeq: 3 })
})

test('a device with sessions on two hubs stays online while one of them lives', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const [first, second] = [newHub(store), newHub(store)]
  const device = newDevice(pharmacy, 'TWO-HUBS')
  const { computerId } = await first.open(device)
  await step(14_000)
  await second.open(device)
  await step(2_000)
  await sweeper.sweep()
  expect(await shown(store, computerId)).toMatchObject({ status: 'Online', presenceSeq: 1 })
})

test('a sweeper that just started gives every hub a full lease period, however old its lease is', async () => {
  const hub = newHub(store)
  const { computerId } = await hub.open(newDevice(pharmacy, 'HOLD'))
  await stepDatabaseTime(store, 60_000)
  const { step, sweeper } = newTestSweeper(store)
  expect(await sweeper.sweep()).toBe(0)
  for (const ms of [5_000, 5_000, 4_999]) {
    await step(ms)
    expect(await sweeper.sweep()).toBe(0)
  }
  expect(await shown(store, computerId)).toMatchObject({ status: 'Online' })
  await step(1)
  expect(await sweeper.sweep()).toBe(1)
})

function lookAt(nowMs: number, server: Partial<ServerTime> = {}) {
  return { nowMs, server: { startedAt: 'monday', wallMs: 1_000_000 + nowMs, ...server }, leaseMs: LEASE_MS }
}

test('after a break of the database the period begins again', () => {
  const steady = [5_000, 10_000, 15_000].reduce(
    (state, ms) => databaseAnswered(state, lookAt(ms)),
    holdOffAtStart(0),
  )
  expect(maySweep(steady, 15_000, LEASE_MS)).toBe(true)
  const away = databaseAway(steady)
  expect(maySweep(away, 20_000, LEASE_MS)).toBe(false)
  const back = databaseAnswered(away, lookAt(25_000))
  expect(maySweep(back, 39_999, LEASE_MS)).toBe(false)
  expect(maySweep(back, 40_000, LEASE_MS)).toBe(true)
})

test('a restart of the database that no look met, and a sleep of this process, begin the period again', () => {
  const steady = databaseAnswered(holdOffAtStart(0), lookAt(15_000))
  const restarted = databaseAnswered(steady, lookAt(20_000, { startedAt: 'tuesday' }))
  expect(maySweep(restarted, 34_999, LEASE_MS)).toBe(false)
  const slept = databaseAnswered(steady, lookAt(60_000))
  expect(maySweep(slept, 74_999, LEASE_MS)).toBe(false)
  expect(maySweep(slept, 75_000, LEASE_MS)).toBe(true)
})

test.each([60_000, 6_000, -6_000])(
  'a clock of the database that is set by %i ms begins the period again',
  (ms) => {
    const steady = databaseAnswered(holdOffAtStart(0), lookAt(15_000))
    const set = databaseAnswered(steady, lookAt(20_000, { wallMs: 1_020_000 + ms }))
    expect(maySweep(set, 34_999, LEASE_MS)).toBe(false)
    expect(maySweep(set, 35_000, LEASE_MS)).toBe(true)
    const later = databaseAnswered(set, lookAt(35_000, { wallMs: 1_035_000 + ms }))
    expect(maySweep(later, 35_000, LEASE_MS)).toBe(true)
  },
)

test('while another sweeper is at work this one does nothing', async () => {
  const { step, sweeper } = newTestSweeper(store)
  await newHub(store).open(newDevice(pharmacy, 'LOCKED'))
  for (const ms of [10_000, 10_000]) {
    await step(ms)
    await store.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCKS.sweeper})`.execute(trx)
      expect(await sweeper.sweep()).toBe(0)
    })
  }
  expect(await sweeper.sweep()).toBe(1)
})

test('what is older than 30 days goes, but the newest event and open sessions stay', async () => {
  const { step, sweeper } = newTestSweeper(store)
  const hub = newHub(store)
  const closed = await hub.open(newDevice(pharmacy, 'CLOSED'))
  await hub.close(closed.sessionId)
  const newest = await lastEventId(store.db)
  await stepDatabaseTime(store, 31 * 86_400_000)
  const open = await newHub(store).open(newDevice(pharmacy, 'OPEN'))
  for (const ms of [10_000, 4_000]) {
    await step(ms)
    await sweeper.sweep()
  }
  await step(1_000)
  await sweeper.sweep()
  const sessions = await store.db.selectFrom('RelaySessions').select('sessionId').execute()
  expect(sessions).toEqual([{ sessionId: open.sessionId }])
  expect((await eventsAfter(store.db, 0, 10)).every(({ id }) => id > newest)).toBe(true)
  expect(await lastEventId(store.db)).toBeGreaterThan(newest)
  const hubs = await store.db.selectFrom('RelayHubs').select('hubId').execute()
  expect(hubs.map(({ hubId }) => hubId)).not.toContain(hub.hubId)
})
