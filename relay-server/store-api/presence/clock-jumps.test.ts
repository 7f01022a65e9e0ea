// The clock of the database is set while hubs and this process run on: nobody is given up, and nobody stays for ever.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdDatabaseTime } from '../test/stepped-database.ts'
import { runningSweeper, type TestSweeper } from '../test/test-sweeper.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'
import { transitionsOf } from './transitions.queries.ts'

const HOUR_MS = 3_600_000
const ROUND_MS = 5_000

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('clock_jumps')
  await holdDatabaseTime(store.db)
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

let running: TestSweeper
beforeEach(async () => {
  running = await runningSweeper(store)
})

/** The sweeper makes its rounds; after each the hub that lives renews its lease. */
const pass = (ms: number, alive: TestHub | null = null) => running.pass(ms, async () => await alive?.lease())

async function connected(name: string) {
  const hub = newHub(store)
  const { sessionId, computerId } = await hub.open(newDevice(pharmacy, name))
  return { hub, sessionId, computerId, state: async () => (await shown(store, computerId))?.state }
}

test.each([HOUR_MS, -HOUR_MS])(
  'set by %i ms, a computer that is connected stays online without an event',
  async (ms) => {
    const { hub, computerId } = await connected(`STAYS-${ms}`)
    await pass(ROUND_MS, hub)
    await stepDatabaseTime(store, ms)
    await pass(60_000, hub)
    expect(await transitionsOf(store.db, computerId, 1)).toMatchObject([{ became: 'online' }])
  },
)

test('set back by an hour, a hub that dies is found out as soon as otherwise', async () => {
  const { hub, state } = await connected('KILLED')
  await stepDatabaseTime(store, -HOUR_MS)
  await hub.lease()
  await pass(20_000)
  expect(await state()).toBe('reconnecting')
  await pass(10_000)
  expect(await state()).toBe('offline')
})

test.each([HOUR_MS, -HOUR_MS])(
  'set by %i ms, a computer that left is offline after its grace',
  async (ms) => {
    const { hub, sessionId, state } = await connected(`LEFT-${ms}`)
    await hub.close(sessionId, 'transport_close')
    await stepDatabaseTime(store, ms)
    await pass(ROUND_MS, hub)
    expect(await state()).toBe('reconnecting')
    await pass(10_000, hub)
    expect(await state()).toBe('offline')
  },
)

test('set back by an hour, a hub that died just before is found out too', async () => {
  const { state } = await connected('KILLED-BEFORE')
  await stepDatabaseTime(store, -HOUR_MS)
  await pass(25_000)
  expect(await state()).toBe('reconnecting')
})

test('set back by an hour, a computer that leaves then is offline after its grace', async () => {
  const { hub, sessionId, state } = await connected('LEAVES')
  await stepDatabaseTime(store, -HOUR_MS)
  await pass(ROUND_MS, hub)
  await hub.close(sessionId, 'transport_close')
  await pass(ROUND_MS, hub)
  expect(await state()).toBe('reconnecting')
  await pass(ROUND_MS, hub)
  expect(await state()).toBe('offline')
})

test('set back by an hour, a row without a socket is closed by the next list', async () => {
  const { hub, state } = await connected('NO-SOCKET')
  await stepDatabaseTime(store, -HOUR_MS)
  await hub.lease([])
  expect(await state()).toBe('reconnecting')
})

test.each([HOUR_MS, -HOUR_MS])(
  'set by %i ms, a session that was opened while a list was on its way is spared',
  async (ms) => {
    const hub = newHub(store)
    const lease = hub.makeLease([])
    const { computerId } = await hub.open(newDevice(pharmacy, `OVERTAKES-${ms}`))
    await stepDatabaseTime(store, ms)
    await lease()
    expect(await shown(store, computerId)).toMatchObject({ state: 'online', presenceSeq: 1 })
  },
)

test('set back and forward again between two rounds, a hub that renewed meanwhile is not given up', async () => {
  const { hub, computerId } = await connected('BETWEEN')
  await pass(10_000, hub)
  await stepDatabaseTime(store, -20_000)
  await hub.lease()
  await stepDatabaseTime(store, 20_000)
  await pass(10_000, hub)
  expect(await transitionsOf(store.db, computerId, 1)).toMatchObject([{ became: 'online' }])
})
