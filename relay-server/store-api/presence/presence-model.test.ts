// Random lives of three devices on two hubs, compared with a model: what is shown is the truth, and presenceSeq rises.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import {
  LEASE_MS,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'
import { createSweeper, type Sweeper } from './sweeper.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('presence_model')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

interface Socket {
  readonly device: number
  readonly hub: number
  readonly sessionId: string
  /** The row is open as far as the model knows. */
  isOpen: boolean
  /** The hub closed it: it never comes back. */
  isEnded: boolean
}

/** The model: the sockets as the hubs know them. */
interface World {
  readonly hubs: readonly TestHub[]
  readonly devices: readonly TestDevice[]
  readonly sockets: Socket[]
  readonly computerIds: (number | null)[]
  readonly clock: SteppedClock
  readonly sweeper: Sweeper
}

type Step =
  | { readonly kind: 'open'; readonly device: number; readonly hub: number }
  | { readonly kind: 'close' | 'repeat'; readonly socket: number }
  | { readonly kind: 'list'; readonly hub: number }
  | { readonly kind: 'lapse'; readonly hub: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('open' as const), device: fc.nat(2), hub: fc.nat(1) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'repeat' as const), socket: fc.nat(9) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), hub: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('lapse' as const), hub: fc.nat(1) }) },
  ),
  { minLength: 1, maxLength: 14 },
)

async function newWorld(): Promise<World> {
  const clock = new SteppedClock()
  const parts = { db: store.db, clock, logger: silentLogger, leaseMs: LEASE_MS, everyMs: 5_000 }
  const sweeper = createSweeper(parts)
  const hubs = [newHub(store), newHub(store)]
  const world: World = {
    hubs,
    devices: ['A', 'B', 'C'].map((name) => newDevice(pharmacy, name)),
    sockets: [],
    computerIds: [null, null, null],
    clock,
    sweeper,
  }
  // The sweeper's hold-off passes while both hubs live.
  for (const ms of [0, 5_000, 5_000, 5_000]) {
    await pass(world, ms)
    for (const hub of [0, 1]) await renew(world, hub)
    await sweeper.sweep()
  }
  return world
}

async function renew(world: World, hub: number): Promise<void> {
  await world.hubs[hub]?.lease()
}

async function pass(world: World, ms: number): Promise<void> {
  world.clock.stepMs(ms)
  await stepDatabaseTime(store, ms)
}

async function takeStep(world: World, step: Step): Promise<void> {
  if (step.kind === 'open') return openSocket(world, step)
  if (step.kind === 'lapse') return lapse(world, step.hub)
  if (step.kind === 'list') return list(world, step.hub)
  const socket = world.sockets[step.socket]
  if (socket === undefined) return
  const hub = world.hubs[socket.hub]
  const device = world.devices[socket.device]
  if (hub === undefined || device === undefined) return
  if (step.kind === 'close') {
    await hub.close(socket.sessionId, 'transport_close')
    socket.isEnded ||= socket.isOpen
    socket.isOpen = false
  } else {
    const [result] = await hub.send(openOf(device, { sessionId: socket.sessionId, reassert: true }))
    expect(result?.ok).toBe(!socket.isEnded)
    socket.isOpen ||= !socket.isEnded
  }
}

async function openSocket(world: World, { device, hub }: { device: number; hub: number }): Promise<void> {
  const [testHub, testDevice] = [world.hubs[hub], world.devices[device]]
  if (testHub === undefined || testDevice === undefined || world.sockets.length >= 10) return
  const { sessionId, computerId } = await testHub.open(testDevice)
  world.computerIds[device] = computerId
  // A device that connects anew has left every other hub, as far as anybody knows.
  for (const socket of world.sockets)
    if (socket.device === device && socket.hub !== hub) socket.isOpen = false
  world.sockets.push({ device, hub, sessionId, isOpen: true, isEnded: false })
}

/** One hub is silent for more than a lease while the other goes on; the sweeper looks every 5 s. */
async function lapse(world: World, hub: number): Promise<void> {
  for (const ms of [5_000, 5_000, 6_000]) {
    await pass(world, ms)
    await renew(world, 1 - hub)
    await world.sweeper.sweep()
  }
  for (const socket of world.sockets) if (socket.hub === hub) socket.isOpen = false
}

/** The hub lists its sockets and asserts what is missing; a device is online again wherever its socket lives. */
async function list(world: World, hub: number): Promise<void> {
  const mine = world.sockets.filter((socket) => socket.hub === hub && !socket.isEnded)
  const lease = await world.hubs[hub]?.lease(mine.map(({ sessionId }) => sessionId))
  const lost = mine.filter(({ isOpen }) => !isOpen)
  expect(lease?.missing.toSorted()).toEqual(lost.map(({ sessionId }) => sessionId).toSorted())
  for (const socket of lost) {
    const device = world.devices[socket.device]
    if (device !== undefined)
      await world.hubs[hub]?.open(device, { sessionId: socket.sessionId, reassert: true })
    socket.isOpen = true
  }
}

async function compare(world: World): Promise<void> {
  for (const [device, computerId] of world.computerIds.entries()) {
    if (computerId === null) continue
    const isOnline = world.sockets.some((socket) => socket.device === device && socket.isOpen)
    expect((await shown(store, computerId))?.status).toBe(isOnline ? 'Online' : 'Offline')
  }
}

test('whatever happens, what is shown is the truth and each event counts one up', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const world = await newWorld()
      const before = await lastEventId(store.db)
      for (const step of life) {
        await takeStep(world, step)
        await compare(world)
      }
      const seen = new Map<number, { seq: number; status: string }>()
      for (const event of await eventsAfter(store.db, before, 1_000)) {
        if (event.kind !== 'presence' || !world.computerIds.includes(event.computerId)) continue
        const last = seen.get(event.computerId) ?? { seq: 0, status: 'Offline' }
        expect(event.presenceSeq).toBe(last.seq + 1)
        expect(event.status).not.toBe(last.status)
        seen.set(event.computerId, { seq: event.presenceSeq, status: event.status })
      }
    }),
    { numRuns: 25 },
  )
})
