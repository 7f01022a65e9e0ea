// Presence rules P1 to P3, leases, reports: what a hub's batches do to the database.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import {
  newDevice,
  newHub,
  newPharmacy,
  nudgeOf,
  openOf,
  openTestStore,
  pairAll,
  reportOf,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('registry')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

describe('sessions', () => {
  test('an open of a computer that paired has role None and shows it online with one event', async () => {
    const device = newDevice(pharmacy, 'FIRST-1')
    await pairAll(store, [device])
    const before = await lastEventId(store.db)
    const session = await newHub(store).open(device)
    expect(session).toMatchObject({ customerId: pharmacy.id, connSeq: 1 })
    expect(session.assignment).toMatchObject({ version: 1, role: 'None', target: null })
    const online = { state: 'online', status: 'Online', presenceSeq: 1, reason: null }
    expect(await shown(store, session.computerId)).toEqual(online)
    const events = await eventsAfter(store.db, before, 10)
    expect(events.map(({ kind }) => kind)).toEqual(['presence', 'computer'])
    expect(events[0]).toMatchObject({ presence: 'online', presenceSeq: 1, deviceKey: session.deviceKey })
  })

  test('the same open asked again answers the same and changes nothing', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'AGAIN-1')
    const sessionId = randomUUID()
    const first = await hub.open(device, { sessionId })
    const before = await lastEventId(store.db)
    expect(await hub.open(device, { sessionId })).toEqual(first)
    expect(await lastEventId(store.db)).toBe(before)
  })

  test('a close ends the session once, with its reason; again and for unknown sessions it is nothing', async () => {
    const hub = newHub(store)
    const session = await hub.open(newDevice(pharmacy, 'CLOSE-1'))
    await hub.close(session.sessionId, 'ping_timeout')
    const waitedFor = { state: 'reconnecting', status: 'Online', presenceSeq: 2, reason: 'ping_timeout' }
    expect(await shown(store, session.computerId)).toEqual(waitedFor)
    const row = () =>
      store.db
        .selectFrom('RelaySessions')
        .select(['closedAt', 'closeReason'])
        .where('sessionId', '=', session.sessionId)
        .executeTakeFirst()
    const ended = await row()
    await hub.close(session.sessionId, 'bye')
    await hub.close(randomUUID(), 'bye')
    expect(await shown(store, session.computerId)).toEqual(waitedFor)
    expect(ended?.closeReason).toBe('ping_timeout')
    expect(await row()).toEqual(ended)
  })

  test('a late close of an old session leaves the newer one online', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'LATE-1')
    const old = await hub.open(device)
    const newer = await hub.open(device)
    expect(newer.connSeq).toBe(old.connSeq + 1)
    await hub.close(old.sessionId, 'ping_timeout')
    expect(await shown(store, old.computerId)).toMatchObject({ status: 'Online', presenceSeq: 1 })
    await hub.close(newer.sessionId, 'bye')
    expect(await shown(store, old.computerId)).toMatchObject({
      status: 'Offline',
      presenceSeq: 2,
      reason: 'bye',
    })
  })

  test('a device that came back through another hub is offline with its goodbye there, although the first hub died', async () => {
    const [killed, next] = [newHub(store), newHub(store)]
    const device = newDevice(pharmacy, 'MOVED-1')
    await killed.open(device)
    const { sessionId, computerId } = await next.open(device)
    expect(await shown(store, computerId)).toMatchObject({ state: 'online', presenceSeq: 1 })
    await next.close(sessionId, 'bye')
    expect(await shown(store, computerId)).toMatchObject({ state: 'offline', presenceSeq: 2, reason: 'bye' })
  })

  test('a socket that its hub asserts after a lapse ends no newer connection of the device', async () => {
    const [frozen, next] = [newHub(store), newHub(store)]
    const device = newDevice(pharmacy, 'THAWED-1')
    const old = await frozen.open(device)
    await store.db
      .updateTable('RelaySessions')
      .set({ closedAt: new Date(), closeReason: 'hub_lost' })
      .where('sessionId', '=', old.sessionId)
      .execute()
    const newer = await next.open(device)
    await frozen.open(device, { sessionId: old.sessionId, reassert: true })
    await frozen.close(old.sessionId, 'ping_timeout')
    expect(await shown(store, newer.computerId)).toMatchObject({ status: 'Online' })
    expect((await next.lease([newer.sessionId])).missing).toEqual([])
  })

  test('a living socket counts although an open of an older connection came in late elsewhere', async () => {
    const [alive, late] = [newHub(store), newHub(store)]
    const device = newDevice(pharmacy, 'STAYED-1')
    const { sessionId, computerId } = await alive.open(device)
    const gone = await late.open(device)
    await late.close(gone.sessionId, 'transport_close')
    expect(await shown(store, computerId)).toMatchObject({ state: 'online', presenceSeq: 1 })
    expect((await alive.lease([sessionId])).missing).toEqual([])
  })

  test('a socket that was gone before its open came back is closed and leaves nothing online', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'DEAD-1')
    const alive = await hub.open(device)
    await hub.close(alive.sessionId)
    const dead = await hub.open(device)
    await hub.close(dead.sessionId, 'transport_close')
    expect(await shown(store, dead.computerId)).toMatchObject({
      state: 'reconnecting',
      reason: 'transport_close',
    })
  })

  test('a hub cannot close the session of another hub, nor take its session id', async () => {
    const device = newDevice(pharmacy, 'OTHER-1')
    const session = await newHub(store).open(device)
    const stranger = newHub(store)
    await stranger.close(session.sessionId)
    expect(await shown(store, session.computerId)).toMatchObject({ status: 'Online' })
    const [result] = await stranger.send(openOf(device, { sessionId: session.sessionId }))
    expect(result).toMatchObject({ ok: false, code: 'INVALID' })
  })

  test('a reconnect within one batch shows no gap', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'QUICK-1')
    const old = await hub.open(device)
    await hub.send(
      { kind: 'close', id: 1, sessionId: old.sessionId, reason: 'transport_close', agoMs: 0 },
      openOf(device),
    )
    expect(await shown(store, old.computerId)).toMatchObject({ status: 'Online', presenceSeq: 1 })
  })
})

describe('leases', () => {
  test('a list closes rows without a socket and names sockets without a row', async () => {
    const hub = newHub(store)
    const kept = await hub.open(newDevice(pharmacy, 'LIST-1'))
    const gone = await hub.open(newDevice(pharmacy, 'LIST-2'))
    const unknown = randomUUID()
    const lease = await hub.lease([kept.sessionId, unknown])
    expect(lease.missing).toEqual([unknown])
    expect(await shown(store, kept.computerId)).toMatchObject({ status: 'Online' })
    expect(await shown(store, gone.computerId)).toMatchObject({ state: 'reconnecting', reason: 'hub_lost' })
  })

  test('a session that was opened while the list was on its way is spared', async () => {
    const hub = newHub(store)
    const lease = hub.makeLease([])
    const fresh = await hub.open(newDevice(pharmacy, 'LIST-3'))
    expect((await lease()).missing).toEqual([])
    expect(await shown(store, fresh.computerId)).toMatchObject({ status: 'Online' })
  })

  test('a session that was lost is asserted again under a new connSeq; one that its hub closed is not', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'ASSERT-1')
    const session = await hub.open(device)
    await hub.lease([])
    expect(await shown(store, session.computerId)).toMatchObject({ state: 'reconnecting' })
    const again = await hub.open(device, { sessionId: session.sessionId, reassert: true })
    expect(again).toMatchObject({ computerId: session.computerId, connSeq: session.connSeq + 1 })
    expect(await shown(store, session.computerId)).toMatchObject({ status: 'Online', presenceSeq: 3 })
    await hub.close(session.sessionId)
    const [over] = await hub.send(openOf(device, { sessionId: session.sessionId, reassert: true }))
    expect(over).toMatchObject({ ok: false, code: 'NOT_REGISTERED' })
    expect(await hub.open(device, { sessionId: session.sessionId })).toEqual(again)
    expect(await shown(store, session.computerId)).toMatchObject({ status: 'Offline', presenceSeq: 4 })
  })
})

describe('a hub that is silent for longer than its lease', () => {
  test('has sessions that count until the sweeper has judged it', async () => {
    const [silent, other] = [newHub(store), newHub(store)]
    const device = newDevice(pharmacy, 'SILENT-1')
    await silent.open(device)
    await stepDatabaseTime(store, 16_000)
    const { sessionId, computerId } = await other.open(device)
    await other.close(sessionId, 'transport_close')
    await silent.lease()
    expect(await shown(store, computerId)).toMatchObject({ state: 'online', presenceSeq: 1 })
  })
})

describe('reports and heartbeats', () => {
  const system = {
    totalRamMb: 8_192,
    supportAppNumber: '123 456',
    os: 'Linux',
    addresses: ['192.168.1.10'],
    certificate: null,
    tcpPort: 9100,
  }

  test('a report writes what the device says and tells it once', async () => {
    const hub = newHub(store)
    const { sessionId, computerId } = await hub.open(newDevice(pharmacy, 'REPORT-1'))
    const before = await lastEventId(store.db)
    for (let time = 0; time < 2; time += 1) await hub.send(reportOf(sessionId, { role: 'Server', system }))
    const events = await eventsAfter(store.db, before, 10)
    expect(events).toMatchObject([{ kind: 'computer', computerId }])
    const { computers } = await readCustomer(store.db, { id: pharmacy.id })
    expect(computers.find(({ id }) => id === computerId)).toMatchObject({
      role: 0,
      reportedRole: 1,
      totalRamMb: 8_192,
      supportAppNumber: '123 456',
    })
  })

  test('a heartbeat keeps its latency without an event; one of an ended session is nothing', async () => {
    const hub = newHub(store)
    const { sessionId, computerId, assignment } = await hub.open(newDevice(pharmacy, 'NUDGE-1'))
    const before = await lastEventId(store.db)
    const latency = async () =>
      (await readCustomer(store.db, { id: pharmacy.id })).computers.find(({ id }) => id === computerId)
        ?.latencyMs
    await hub.send({ ...nudgeOf(sessionId, assignment), latencyMs: 12 })
    expect(await latency()).toBe(12)
    expect(await lastEventId(store.db)).toBe(before)
    await hub.close(sessionId)
    await hub.send({ ...nudgeOf(sessionId, assignment), latencyMs: 99 })
    expect(await latency()).toBe(12)
  })

  test('a device that says no more than is documented is online, with its latency and e-mail', async () => {
    const hub = newHub(store)
    const device = newDevice(pharmacy, 'PLAIN-1')
    const { registration } = openOf(device)
    await pairAll(store, [device])
    const open = openOf(device, { registration: { ...registration, email: 'till@pharmacy.example' } })
    const [opened] = await hub.send(open)
    const { sessionId, latencyMs } = { sessionId: open.sessionId, latencyMs: 7 }
    const beat = { kind: 'nudge', id: 2, sessionId, latencyMs, config: null, clockAheadMs: null } as const
    expect(await hub.send(beat)).toMatchObject([{ ok: true }])
    const computers = (await readCustomer(store.db, { id: pharmacy.id })).computers
    const shownAs = computers.find(({ pcName }) => pcName === 'PLAIN-1')
    expect(opened).toMatchObject({ ok: true })
    expect(shownAs).toMatchObject({ presence: 'online', latencyMs: 7, email: 'till@pharmacy.example' })
  })

  test('an operation of a later hub is refused alone', async () => {
    const hub = newHub(store)
    const { sessionId, assignment } = await hub.open(newDevice(pharmacy, 'LATER-1'))
    const results = await hub.send({ kind: 'other', id: 5 }, nudgeOf(sessionId, assignment))
    expect(results).toMatchObject([{ ok: false, code: 'NOT_SUPPORTED' }, { ok: true }])
  })
})

test('an operation that the database refuses answers INTERNAL and spoils no other of its batch', async () => {
  const hub = newHub(store)
  const devices = ['FINE-1', 'CURSED', 'FINE-2'].map((name) => newDevice(pharmacy, name))
  await pairAll(store, devices)
  await sql`create function refuse_cursed() returns trigger language plpgsql as $$
    begin if new."pcName" = 'CURSED' then raise exception 'cursed'; end if; return new; end $$`.execute(
    store.db,
  )
  await sql`create trigger refuse_cursed before update on "RelayComputers" for each row
    execute function refuse_cursed()`.execute(store.db)
  const results = await hub.send(...devices.map((device) => openOf(device)))
  await sql`drop trigger refuse_cursed on "RelayComputers"`.execute(store.db)
  expect(results.map((result) => (result.ok ? 'ok' : result.code))).toEqual(['ok', 'INTERNAL', 'ok'])
  expect(results.map(({ id }) => id)).toEqual([1, 2, 3])
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  expect(computers.filter(({ pcName }) => pcName.startsWith('FINE')).map(({ isOnline }) => isOnline)).toEqual(
    [true, true],
  )
})
