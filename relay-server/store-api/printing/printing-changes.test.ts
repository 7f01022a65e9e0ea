// Roles and printer over HTTP, on a real database, down to the messages that relay hubs get.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { listStaffOperations } from '../audit/staff-operations.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { refusalOf, startTestApp, storeApi, type TestApp } from '../test/test-app.ts'
import { connectPortal, keepHubAlive, type TestPortal } from '../test/test-portal.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  nudgeOf,
  openOf,
  openTestStore,
  printersOf,
  reportOf,
  type StoreTestDatabase,
  type TestDevice,
  type TestHub,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
let site: TestApp
beforeAll(async () => {
  store = await openTestStore('printing')
  site = await startTestApp(store)
})
afterAll(async () => {
  await site.stop()
  await store.stop()
})

interface Scene {
  readonly pharmacy: TestPharmacy
  readonly hub: TestHub
  readonly portal: TestPortal
  readonly devices: readonly TestDevice[]
  readonly sessions: readonly OpenedSession[]
  readonly ids: readonly number[]
}

/** A pharmacy whose computers PC-1, PC-2, … are connected through one portal and have reported a printer each. */
async function newScene(computers = 3): Promise<Scene> {
  const pharmacy = await newPharmacy(store)
  const hub = newHub(store)
  const devices = Array.from({ length: computers }, (_none, index) => newDevice(pharmacy, `PC-${index + 1}`))
  const opened = await hub.send(...devices.map((device) => openOf(device)))
  const sessions = opened.flatMap((result) => (result.ok && result.data.kind === 'open' ? [result.data] : []))
  await hub.send(
    ...sessions.map(({ sessionId }) => reportOf(sessionId, { printers: printersOf('cups:ZD421') })),
  )
  await keepHubAlive(store, hub.hubId)
  const portal = await connectPortal(site, hub.hubId)
  onTestFinished(() => void portal.socket.disconnect())
  const ids = sessions.map(({ computerId }) => computerId)
  return { pharmacy, hub, portal, devices, sessions, ids }
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0
const detail = ({ id }: TestPharmacy) =>
  site.call(storeApi.getCustomer, { params: { customerId: String(id) } })

async function setRole(pharmacy: TestPharmacy, computerId: number, role: RoleNumber, version: number) {
  const params = { customerId: String(pharmacy.id), computerId: String(computerId) }
  return site.call(storeApi.setRole, { params, body: { role } }, { version })
}

async function savePrinter(
  pharmacy: TestPharmacy,
  computerId: number,
  version: number,
  changes: { readonly printerName?: string; readonly tcpPort?: number } = {},
) {
  const body = { computerId, printerName: 'cups:ZD421', tcpPort: 9100, ...changes }
  return site.call(
    storeApi.savePrinterConfig,
    { params: { customerId: String(pharmacy.id) }, body },
    { version },
  )
}

const pushesOf = ({ messages }: TestPortal) => messages.flat()

/** PC-1 is the PrinterComputer, PC-2 its Client, PC-3 has no role; version 3, and the portal has heard it. */
async function newRunningScene(computers = 3): Promise<Scene> {
  const scene = await newScene(computers)
  await savePrinter(scene.pharmacy, at(scene.ids, 0), 1)
  await setRole(scene.pharmacy, at(scene.ids, 1), 2, 2)
  await until('the portal heard of both', () => pushesOf(scene.portal).length === 3)
  scene.portal.messages.length = 0
  return scene
}

describe('a chosen printer', () => {
  test('is stored, logged, told to the panel and pushed to the devices whom it concerns', async () => {
    const { pharmacy, portal, ids, sessions } = await newScene()
    await setRole(pharmacy, at(ids, 1), 2, 1)
    const before = await lastEventId(store.db)
    const saved = await savePrinter(pharmacy, at(ids, 0), 2, { tcpPort: 9105 })
    expect(saved).toMatchObject({ version: 3, customer: { printingVersion: 3, version: 1 } })
    expect(saved.customer.printerConfig).toMatchObject({
      printerComputerId: at(ids, 0),
      printerName: 'cups:ZD421',
      tcpPort: 9105,
    })
    expect(saved.customer.computers).toMatchObject([
      { role: 1, printerName: 'cups:ZD421', tcpPort: 9105, printerComputerName: null },
      { role: 2, printerName: null, tcpPort: null, printerComputerName: 'PC-1', assignment: { version: 3 } },
      { role: 0, printerComputerName: null, assignment: { version: 1, state: 'waiting' } },
    ])
    const events = await eventsAfter(store.db, before, 10)
    expect(events.map((event) => [event.kind, 'computerId' in event ? event.computerId : null])).toEqual([
      ['customer', null],
      ['computer', at(ids, 0)],
      ['computer', at(ids, 1)],
    ])
    const log = await listStaffOperations(store.db, { page: 1, pageSize: 1, q: '', customerId: pharmacy.id })
    expect(log.items[0]).toMatchObject({
      action: 'printer-config.save',
      computerId: at(ids, 0),
      summary: `Made PC-1 the PrinterComputer of ${pharmacy.storeId} with cups:ZD421 on port 9105`,
    })
    await until('three pushes came', () => pushesOf(portal).length === 3)
    const [server, client] = [sessions[0], sessions[1]]
    const newest = new Map(pushesOf(portal).map(({ sessionId, assignment }) => [sessionId, assignment]))
    expect(newest.get(server?.sessionId ?? '')).toMatchObject({
      role: 'Server',
      version: 2,
      clients: [{ deviceKey: client?.deviceKey }],
    })
    expect(newest.get(client?.sessionId ?? '')).toMatchObject({
      role: 'Client',
      version: 3,
      target: { computerName: 'PC-1', deviceKey: server?.deviceKey, tcpPort: 9105 },
    })
  })

  test('on another computer makes the previous one a Client, also while it is offline: it learns on return', async () => {
    const { pharmacy, hub, portal, ids, sessions, devices } = await newRunningScene()
    await hub.close(sessions[0]?.sessionId ?? '', 'transport_close')
    const saved = await savePrinter(pharmacy, at(ids, 1), 3)
    expect(saved.customer.computers).toMatchObject([
      { role: 2, printerName: null, tcpPort: null, printerComputerName: 'PC-2', isOnline: false },
      { role: 1, printerName: 'cups:ZD421' },
      { role: 0 },
    ])
    await until('the new one heard', () => pushesOf(portal).length > 0)
    expect(pushesOf(portal).map(({ sessionId }) => sessionId)).toEqual([sessions[1]?.sessionId])
    const back = await hub.open(devices[0] ?? newDevice(pharmacy))
    expect(back.assignment).toMatchObject({ role: 'Client', target: { computerName: 'PC-2' } })
    expect((await detail(pharmacy)).computers[0]?.assignment).toMatchObject({ state: 'waiting' })
    const configs = await store.db
      .selectFrom('PrinterConfigs')
      .select(['printerComputerId', 'isActive'])
      .where('customerId', '=', pharmacy.id)
      .orderBy('id')
      .execute()
    expect(configs).toEqual([
      { printerComputerId: at(ids, 0), isActive: false },
      { printerComputerId: at(ids, 1), isActive: true },
    ])
  })

  test.each([
    ['Client', 2],
    ['None', 0],
  ] as const)(
    'is given up when its computer becomes %s, and Clients have no target',
    async (_words, role) => {
      const { pharmacy, portal, ids } = await newRunningScene()
      const { customer } = await setRole(pharmacy, at(ids, 0), role, 3)
      expect(customer).toMatchObject({
        printerConfig: null,
        computers: [
          { role, printerName: null, tcpPort: null, printerComputerName: null },
          { role: 2, printerComputerName: null },
          { role: 0 },
        ],
      })
      await until('both heard', () => pushesOf(portal).length === 2)
      expect(pushesOf(portal).map(({ assignment }) => assignment.target)).toEqual([null, null])
    },
  )

  test('stays when a Client gives up its role', async () => {
    const { pharmacy, ids } = await newRunningScene()
    const { customer } = await setRole(pharmacy, at(ids, 1), 0, 3)
    expect(customer.printerConfig).toMatchObject({ printerComputerId: at(ids, 0) })
  })
})

describe('a repeated request', () => {
  test('changes nothing, whatever version it names: no version, event, log row, configuration or push', async () => {
    const { pharmacy, portal, ids } = await newRunningScene()
    const [before, shown] = [await lastEventId(store.db), await detail(pharmacy)]
    expect(await savePrinter(pharmacy, at(ids, 0), 1)).toMatchObject({ version: 3 })
    expect(await setRole(pharmacy, at(ids, 1), 2, 1)).toMatchObject({ version: 3 })
    expect(await setRole(pharmacy, at(ids, 0), 1, 9)).toMatchObject({ version: 3 })
    expect(await lastEventId(store.db)).toBe(before)
    expect(await detail(pharmacy)).toEqual(shown)
    expect(pushesOf(portal)).toEqual([])
  })
})

describe('refused without a trace is', () => {
  /** The refusal of a change, after which everything is as it was. */
  async function refused(scene: Scene, change: () => Promise<unknown>) {
    const [before, shown] = [await lastEventId(store.db), await detail(scene.pharmacy)]
    const refusal = await refusalOf(change())
    expect(await lastEventId(store.db)).toBe(before)
    expect(await detail(scene.pharmacy)).toEqual(shown)
    expect(pushesOf(scene.portal)).toEqual([])
    return refusal
  }

  test.each([0, 70_000, -1, 9_100.5])('the port %s', async (tcpPort) => {
    const scene = await newScene(1)
    const save = () => savePrinter(scene.pharmacy, at(scene.ids, 0), 1, { tcpPort })
    expect((await refused(scene, save)).code).toBe('invalid')
  })

  test.each(['cups:OTHER', 'ZD421', 'cups:', ''])('the printer "%s"', async (printerName) => {
    const scene = await newScene(1)
    const save = () => savePrinter(scene.pharmacy, at(scene.ids, 0), 1, { printerName })
    expect((await refused(scene, save)).code).toBe('invalid')
  })

  test('a printer that was unplugged between the list and the save', async () => {
    const scene = await newScene(1)
    const sessionId = scene.sessions[0]?.sessionId ?? ''
    await scene.hub.send(reportOf(sessionId, { printers: printersOf('cups:LASER') }))
    const { code, words } = await refused(scene, () => savePrinter(scene.pharmacy, at(scene.ids, 0), 1))
    expect([code, words]).toEqual([
      'invalid',
      'PC-1 does not report the printer ZD421. Ask it for its printers again.',
    ])
  })

  test('a printer for an offline computer', async () => {
    const scene = await newScene(1)
    await scene.hub.close(scene.sessions[0]?.sessionId ?? '')
    const save = () => savePrinter(scene.pharmacy, at(scene.ids, 0), 1)
    expect((await refused(scene, save)).code).toBe('device_offline')
  })

  test('a computer of another pharmacy, and a pharmacy that is not there', async () => {
    const scene = await newScene(1)
    const other = await newScene(1)
    const nowhere = { ...scene.pharmacy, id: 2_147_483_647 }
    const changes: [string, () => Promise<unknown>][] = [
      ['invalid', () => savePrinter(scene.pharmacy, at(other.ids, 0), 1)],
      ['not_found', () => setRole(scene.pharmacy, at(other.ids, 0), 2, 1)],
      ['not_found', () => savePrinter(nowhere, at(scene.ids, 0), 1)],
      ['not_found', () => setRole(nowhere, at(scene.ids, 0), 2, 1)],
    ]
    for (const [code, change] of changes) expect((await refused(scene, change)).code).toBe(code)
    expect((await detail(other.pharmacy)).printingVersion).toBe(1)
  })

  test('the role PrinterComputer without a printer', async () => {
    const scene = await newScene(1)
    const change = () => setRole(scene.pharmacy, at(scene.ids, 0), 1, 1)
    const { code, words } = await refused(scene, change)
    expect([code, words]).toEqual(['state_conflict', expect.stringContaining('choose them')])
  })

  test('what an administrator decided before seeing what another one saved', async () => {
    const scene = await newRunningScene()
    const { code, words } = await refused(scene, () => setRole(scene.pharmacy, at(scene.ids, 2), 2, 2))
    expect([code, words]).toEqual(['version_stale', expect.stringContaining('version 3')])
  })
})

test('of two administrators at the same moment exactly one wins, and nothing is half applied', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { pharmacy, ids } = await newScene()
    const outcomes = await Promise.allSettled([
      savePrinter(pharmacy, at(ids, 0), 1),
      savePrinter(pharmacy, at(ids, 1), 1, { tcpPort: 9105 }),
      setRole(pharmacy, at(ids, 2), 2, 1),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_stale' })
    }
    const { printingVersion, computers, printerConfig } = await detail(pharmacy)
    expect(printingVersion).toBe(2)
    expect(computers.find(({ role }) => role === 1)?.id).toBe(printerConfig?.printerComputerId)
    expect(computers.filter(({ role }) => role !== 0)).toHaveLength(1)
  }
})

test('pushes go to all hubs, at most 50 in a message, whatever becomes of another hub', async () => {
  const scene = await newScene(60)
  const { pharmacy, ids } = scene
  const [near, away] = [newHub(store), newHub(store)]
  const elsewhere = await near.open(newDevice(pharmacy, 'NEAR-1'))
  const unreachable = await away.open(newDevice(pharmacy, 'AWAY-1'))
  for (const { hubId } of [near, away]) await keepHubAlive(store, hubId)
  const nearPortal = await connectPortal(site, near.hubId)
  onTestFinished(() => void nearPortal.socket.disconnect())
  await store.db
    .updateTable('RelayComputers')
    .set({ role: 2 })
    .where('customerId', '=', pharmacy.id)
    .execute()
  await savePrinter(pharmacy, at(ids, 0), 1)
  await until('all were pushed', () => pushesOf(scene.portal).length === 60)
  expect(scene.portal.messages.map(({ length }) => length)).toEqual([50, 10])
  await until('the other hub heard', () => nearPortal.messages.length === 1)
  expect(pushesOf(nearPortal)).toMatchObject([
    { sessionId: elsewhere.sessionId, assignment: { role: 'Client', target: { computerName: 'PC-1' } } },
  ])
  expect((await detail(pharmacy)).computers).toContainEqual(
    expect.objectContaining({
      id: unreachable.computerId,
      assignment: expect.objectContaining({ version: 2, state: 'waiting' }),
    }),
  )
})

test('what did not reach a hub is made up for by the next heartbeat', async () => {
  const { pharmacy, hub, portal, ids, sessions } = await newScene(1)
  portal.socket.disconnect()
  await savePrinter(pharmacy, at(ids, 0), 1)
  const back = await connectPortal(site, hub.hubId)
  onTestFinished(() => void back.socket.disconnect())
  const session = sessions[0]
  if (session === undefined) throw new Error('no session')
  const { sessionId, assignment } = session
  const beat = () =>
    site.call(
      storeApi.registryBatch,
      { body: { hubId: hub.hubId, operations: [nudgeOf(sessionId, assignment)] } },
      { role: 'Service' },
    )
  await beat()
  await until('the newest came', () => pushesOf(back).length === 1)
  expect(pushesOf(back)).toMatchObject([{ sessionId, assignment: { version: 2, role: 'Server' } }])
})

test('changes, heartbeats, moves and new computers at the same moment wait for each other and all succeed', async () => {
  const { pharmacy, ids, devices, sessions } = await newRunningScene(6)
  const others = newHub(store)
  const busy = Array.from({ length: 12 }, async (_none, round) => {
    const moved = openOf(devices[0] ?? newDevice(pharmacy))
    const registration = { ...moved.registration, computerName: `PC-1-${round}` }
    const results = await others.send(
      openOf(newDevice(pharmacy, `NEW-${round}`)),
      ...devices.slice(1).map((device) => openOf(device)),
      { ...moved, registration },
      ...sessions.map(({ sessionId }) => reportOf(sessionId, { printers: printersOf('cups:ZD421') })),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
  })
  const changes = Array.from({ length: 12 }, async (_none, round) => {
    const { printingVersion } = await detail(pharmacy)
    return setRole(pharmacy, at(ids, 2 + (round % 4)), round % 2 === 0 ? 2 : 0, printingVersion)
  })
  const outcomes = await Promise.allSettled([...busy, ...changes])
  const reasons = outcomes.flatMap((outcome): unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  const faults = reasons.filter(
    (reason) => !(reason instanceof ProblemError) || reason.code !== 'version_stale',
  )
  expect(faults).toEqual([])
  const { computers } = await detail(pharmacy)
  const server = computers.find(({ role }) => role === 1)
  const clients = computers.filter(({ role }) => role === 2)
  const stored = await store.db
    .selectFrom('RelayAssignments')
    .select(['computerId', 'document'])
    .where('customerId', '=', pharmacy.id)
    .execute()
  const documents = new Map(stored.map(({ computerId, document }) => [computerId, document]))
  expect(documents.get(server?.id ?? 0)?.clients).toHaveLength(clients.length)
  for (const { id } of clients) expect(documents.get(id)?.target?.computerName).toBe(server?.pcName)
})
