// Assignments in the batches of a hub: what opens answer, how far reports take them, what moves and what is pushed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { ConfigProgress } from '@pharmacy-relay/shared/printer-assignment.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { changePrinting } from '../printing/printing-changes.ts'
import type { PrintingChange } from '../printing/printing-state.ts'
import type { Push } from '../printing/push-targets.queries.ts'
import {
  admin,
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
beforeAll(async () => {
  store = await openTestStore('assignments')
})
afterAll(() => store.stop())

// What would be sent after the commit, collected.
const pushed: Push[] = []
const pusher = {
  push: (pushes: readonly Push[]) => void pushed.push(...pushes),
  idle: () => Promise.resolve(),
}

let pharmacy: TestPharmacy
let hub: TestHub
let devices: { server: TestDevice; client: TestDevice }
let server: OpenedSession
let client: OpenedSession
beforeEach(async () => {
  pharmacy = await newPharmacy(store)
  hub = newHub(store, { pusher })
  devices = { server: newDevice(pharmacy, 'SERVER-1'), client: newDevice(pharmacy, 'CLIENT-1') }
  server = await hub.open(devices.server)
  client = await hub.open(devices.client)
  await hub.send(reportOf(server.sessionId, { printers: printersOf('cups:ZD421') }))
  pushed.length = 0
})

const change = (printing: PrintingChange, version: number) =>
  changePrinting({ db: store.db, pusher }, admin, { customerId: pharmacy.id, version, change: printing })

/** SERVER-1 is the PrinterComputer, CLIENT-1 its Client. */
async function assign(): Promise<void> {
  const { computerId } = server
  await change({ kind: 'printer', computerId, printerName: 'cups:ZD421', tcpPort: 9100 }, 1)
  await change({ kind: 'role', computerId: client.computerId, role: 2 }, 2)
  pushed.length = 0
}

async function statusOf({ computerId }: OpenedSession) {
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  return computers.find(({ id }) => id === computerId)?.assignment
}

async function newestOf({ computerId }: OpenedSession) {
  return store.db
    .selectFrom('RelayAssignments')
    .select(['version', 'hash', 'document'])
    .where('computerId', '=', computerId)
    .executeTakeFirstOrThrow()
}

const system = {
  totalRamMb: null,
  supportAppNumber: null,
  os: 'Linux',
  addresses: ['10.1.2.3', '10.1.2.4'],
  certificate: null,
  tcpPort: null,
}

describe('an open', () => {
  test('makes the first assignment, and answers the newest one afterwards', async () => {
    expect(server.assignment).toMatchObject({ version: 1, role: 'None', target: null, clients: [] })
    expect(await statusOf(server)).toMatchObject({ version: 1, state: 'waiting', failure: null })
    await assign()
    const back = await hub.open(devices.client)
    expect(back.assignment).toMatchObject({
      version: 2,
      role: 'Client',
      target: { computerName: 'SERVER-1', tcpPort: 9100, addresses: ['192.168.1.10'] },
    })
    expect(pushed).toEqual([])
  })

  test('of a computer that had a role before there were assignments makes the one of its role', async () => {
    await assign()
    await store.db.deleteFrom('RelayAssignments').where('customerId', '=', pharmacy.id).execute()
    const [back, other] = await hub.send(openOf(devices.client), openOf(devices.server))
    expect(back).toMatchObject({ ok: true, data: { assignment: { version: 1, role: 'Client' } } })
    expect(other).toMatchObject({ ok: true, data: { assignment: { version: 1, role: 'Server' } } })
  })

  test('of the PrinterComputer under another name gives its Clients a new target, which is pushed', async () => {
    await assign()
    await hub.open({ ...devices.server, computerName: 'SERVER-9' })
    expect(pushed).toMatchObject([
      {
        hubId: hub.hubId,
        sessionId: client.sessionId,
        assignment: { version: 3, target: { computerName: 'SERVER-9' } },
      },
    ])
    const { computers } = await readCustomer(store.db, { id: pharmacy.id })
    expect(computers.map(({ printerComputerName }) => printerComputerName)).toEqual(['SERVER-9', null])
  })

  test('of the PrinterComputer that is as it was changes no assignment', async () => {
    await assign()
    await hub.open(devices.server)
    expect(await newestOf(client)).toMatchObject({ version: 2 })
    expect(pushed).toEqual([])
  })
})

describe('a report of addresses', () => {
  test('of the PrinterComputer gives its Clients a new target with an event; the same again does nothing', async () => {
    await assign()
    const before = await lastEventId(store.db)
    await hub.send(reportOf(server.sessionId, { system }))
    expect(await newestOf(client)).toMatchObject({
      version: 3,
      document: { target: { addresses: ['10.1.2.3', '10.1.2.4'] } },
    })
    expect(pushed.map(({ sessionId }) => sessionId)).toEqual([client.sessionId])
    const events = await eventsAfter(store.db, before, 10)
    expect(events).toMatchObject([{ kind: 'computer', computerId: client.computerId }])
    await hub.send(reportOf(server.sessionId, { system: { ...system, os: 'Linux 2' } }))
    expect(pushed).toHaveLength(1)
    expect(await newestOf(server)).toMatchObject({ version: 3 })
  })

  test('of a Client concerns nobody', async () => {
    await assign()
    await hub.send(reportOf(client.sessionId, { system }))
    expect(pushed).toEqual([])
  })

  test('reaches a Client that opens in the same batch by its answer alone', async () => {
    await assign()
    const [answer] = await hub.send(openOf(devices.client), reportOf(server.sessionId, { system }))
    expect(answer).toMatchObject({ ok: true, data: { assignment: { version: 3 } } })
    expect(pushed).toEqual([])
  })
})

describe('a report of an assignment', () => {
  const about = async (state: 'sent' | 'received' | 'applied', session = client) => {
    const { version, hash } = await newestOf(session)
    return { version, hash, state } satisfies ConfigProgress
  }
  const send = (config: ConfigProgress, session = client) => hub.send(reportOf(session.sessionId, { config }))

  test('takes it forward, each step with one event; late, foreign and repeated ones do nothing', async () => {
    await assign()
    for (const state of ['sent', 'received', 'applied'] as const) {
      const before = await lastEventId(store.db)
      await send(await about(state))
      await send(await about(state))
      expect(await statusOf(client)).toMatchObject({ version: 2, state })
      expect(await eventsAfter(store.db, before, 10)).toMatchObject([
        { kind: 'computer', computerId: client.computerId },
      ])
    }
    const before = await lastEventId(store.db)
    await send(await about('sent'))
    await send({ ...(await about('applied')), version: 1 })
    await send({ ...(await about('applied')), version: 9 })
    expect(await statusOf(client)).toMatchObject({ version: 2, state: 'applied' })
    expect(await lastEventId(store.db)).toBe(before)
  })

  test('of a failure is kept with its reason, and applied later clears it', async () => {
    await assign()
    const { version, hash } = await about('applied')
    const reason = 'Port 9100\u0000 is taken'
    await send({ version, hash, state: 'failed', code: 'port_taken', reason })
    expect(await statusOf(client)).toMatchObject({
      state: 'failed',
      failure: { code: 'port_taken', reason: 'Port 9100  is taken' },
    })
    await send({ version, hash, state: 'applied' })
    expect(await statusOf(client)).toMatchObject({ state: 'applied', failure: null })
  })

  test('of an older version says nothing about a newer one, which begins at waiting', async () => {
    await assign()
    const old = await about('applied')
    await send(old)
    await change({ kind: 'role', computerId: client.computerId, role: 0 }, 3)
    await send(old)
    expect(await statusOf(client)).toMatchObject({ version: 3, state: 'waiting' })
  })

  test('of a session that is over says nothing', async () => {
    await assign()
    await hub.close(client.sessionId)
    await send(await about('applied'))
    expect(await statusOf(client)).toMatchObject({ state: 'waiting' })
  })

  test('in a lapse of its hub is to be told again, and is heard once the session is back', async () => {
    await assign()
    const report = reportOf(client.sessionId, { config: await about('applied') })
    await store.db
      .updateTable('RelaySessions')
      .set({ closedAt: new Date(), closeReason: 'hub_lost' })
      .where('sessionId', '=', client.sessionId)
      .execute()
    expect(await hub.send(report)).toMatchObject([{ ok: false, code: 'UNAVAILABLE' }])
    const asserted = openOf(devices.client, { sessionId: client.sessionId, reassert: true })
    expect(await hub.send(asserted, report)).toMatchObject([{ ok: true }, { ok: true }])
    expect(await statusOf(client)).toMatchObject({ state: 'applied' })
  })

  test('may come in the batch that opens its session', async () => {
    await assign()
    const open = openOf(devices.client)
    const config = await about('applied')
    await hub.send(open, reportOf(open.sessionId, { config }))
    expect(await statusOf(client)).toMatchObject({ state: 'applied' })
  })
})

test('A document that a later store API wrote goes to its device with all its fields', async () => {
  await assign()
  const { hash } = client.assignment
  const document = { role: 'Client', computerLetter: 'B', later: { a: [1] }, target: { later: null } }
  await sql`update "RelayAssignments" set "document" = ${JSON.stringify(document)}::jsonb, "hash" = ${hash}
    where "computerId" = ${client.computerId}`.execute(store.db)
  const again = await hub.open(devices.client)
  expect(again.assignment).toEqual({ ...document, hash, version: again.assignment.version })
})

describe('a heartbeat', () => {
  test.each([
    ['an older version', { version: 1 }],
    ['another hash', { hash: 'f'.repeat(64) }],
    ['nothing yet', { version: 0, hash: '' }],
    ['what no database can keep', { version: Number.MAX_SAFE_INTEGER, hash: '\u0000\ud800' }],
  ])('of a device that holds %s has the newest pushed', async (_case, other) => {
    await assign()
    const [answer] = await hub.send(nudgeOf(client.sessionId, { ...(await newestOf(client)), ...other }))
    expect(answer).toMatchObject({ ok: true })
    const { version, hash } = await newestOf(client)
    expect(pushed).toMatchObject([
      { hubId: hub.hubId, sessionId: client.sessionId, assignment: { version, hash, role: 'Client' } },
    ])
  })

  test('of a device that holds the newest, of an ended session and of another hub’s device pushes nothing', async () => {
    await assign()
    await hub.send(nudgeOf(client.sessionId, await newestOf(client)))
    await newHub(store, { pusher }).send(nudgeOf(client.sessionId, { version: 1, hash: '' }))
    await hub.close(client.sessionId)
    await hub.send(nudgeOf(client.sessionId, { version: 1, hash: '' }))
    expect(pushed).toEqual([])
  })
})

test('a report that the role changed writes what the device says, and nothing that staff chose', async () => {
  await assign()
  await hub.send(reportOf(client.sessionId, { role: 'Server' }))
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  expect(computers.find(({ id }) => id === client.computerId)).toMatchObject({ role: 2, reportedRole: 1 })
})
