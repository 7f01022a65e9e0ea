// When a computer is shown as what (hub-and-fleet 4.2, P4, P8 and the table of P9), with stepped time.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { revokeComputer } from '../access/computer-access.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import {
  admin,
  LEASE_MS,
  newDevice,
  newHub,
  newPharmacy,
  nudgeOf,
  openOf,
  openTestStore,
  rules,
  shown,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { pausingDatabase } from '../test/pausing-database.ts'
import { holdDatabaseTime } from '../test/stepped-database.ts'
import { runningSweeper, type TestSweeper } from '../test/test-sweeper.ts'
import { KEPT_TRANSITIONS, transitionsOf } from './transitions.queries.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('presence_times')
  await holdDatabaseTime(store.db)
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

let sweeper: TestSweeper['sweeper']
let step: TestSweeper['step']
let pass: TestSweeper['pass']
beforeEach(async () => {
  ;({ sweeper, step, pass } = await runningSweeper(store))
})

async function connected(name: string) {
  const hub = newHub(store)
  const device = newDevice(pharmacy, name)
  const { sessionId, computerId } = await hub.open(device)
  return { hub, device, sessionId, computerId, now: () => shown(store, computerId) }
}

test.each([
  ['ping_timeout', 3],
  ['transport_close', 10],
  ['transport_error', 10],
  ['hub_drain', 120],
  ['protocol_error', 10],
] as const)(
  'P4: after %s a computer is reconnecting for %d s with that reason, then offline',
  async (reason, graceS) => {
    const { hub, sessionId, now } = await connected(`GRACE-${reason}`)
    await hub.close(sessionId, reason)
    expect(await now()).toEqual({ state: 'reconnecting', status: 'Online', presenceSeq: 2, reason })
    await pass(graceS * 1_000 - 1)
    await hub.lease()
    expect(await now()).toMatchObject({ state: 'reconnecting' })
    await pass(1)
    expect(await now()).toEqual({ state: 'offline', status: 'Offline', presenceSeq: 3, reason })
  },
)

test('P4, P9: after a goodbye it is offline at once, also from reconnecting', async () => {
  const { hub, device, sessionId, now } = await connected('BYE-1')
  await hub.close(sessionId, 'bye')
  expect(await now()).toMatchObject({ state: 'offline', reason: 'bye', presenceSeq: 2 })
  const again = await hub.open(device)
  await hub.close(again.sessionId, 'transport_close')
  expect(await now()).toMatchObject({ state: 'reconnecting' })
})

test('P4, P9: revoked, it is offline at once, whether it was there or waited for', async () => {
  for (const reason of [null, 'transport_close'] as const) {
    const { hub, sessionId, computerId, now } = await connected(`REVOKED-${reason ?? 'none'}`)
    if (reason !== null) await hub.close(sessionId, reason)
    await revoke(computerId)
    expect(await now()).toMatchObject({ state: 'offline', status: 'Offline', reason: 'revoked' })
  }
})

test('P4: told that its agent is too old, nobody waits for it any more', async () => {
  const { hub, device, sessionId, now } = await connected('OLD-1')
  await hub.close(sessionId, 'hub_drain')
  const strict = newHub(store, { rules: { ...rules, oldestProtocolVersion: 9 } })
  await strict.send(openOf(device))
  expect(await now()).toMatchObject({ state: 'offline', status: 'Offline', reason: 'hub_drain' })
})

test('P4: back within the grace, it was never offline, and the grace that was is forgotten', async () => {
  const { hub, device, sessionId, computerId, now } = await connected('BACK-1')
  await hub.close(sessionId, 'transport_close')
  await pass(8_000)
  await hub.open(device)
  await hub.lease()
  await pass(8_000)
  expect(await now()).toEqual({ state: 'online', status: 'Online', presenceSeq: 3, reason: null })
  const became = (await transitionsOf(store.db, computerId, 1)).map((one) => one.became)
  expect(became).toEqual(['online', 'reconnecting', 'online'])
})

test('P3: a late disconnect of an older connection changes nothing, whatever its reason', async () => {
  const { hub, device, sessionId, now } = await connected('LATE-1')
  await hub.open(device)
  for (const reason of ['bye', 'ping_timeout'] satisfies CloseReason[]) await hub.close(sessionId, reason)
  expect(await now()).toMatchObject({ state: 'online', presenceSeq: 1 })
})

describe('P8: alive but useless', () => {
  test('two heartbeats unanswered are degraded, still Online; an answer ends it', async () => {
    const { hub, sessionId, computerId, now } = await connected('SILENT-1')
    const before = await lastEventId(store.db)
    for (let time = 0; time < 2; time += 1) await hub.send({ kind: 'silent', id: 1, sessionId })
    expect(await now()).toEqual({ state: 'degraded', status: 'Online', presenceSeq: 2, reason: null })
    await hub.send(nudgeOf(sessionId, { version: 1, hash: '' }))
    expect(await now()).toMatchObject({ state: 'online', presenceSeq: 3 })
    const events = await eventsAfter(store.db, before, 10)
    expect(events.filter(({ kind }) => kind === 'presence')).toMatchObject([
      { computerId, presence: 'degraded', status: 'Online', presenceSeq: 2 },
      { computerId, presence: 'online', status: 'Online', presenceSeq: 3 },
    ])
  })

  test('within one batch the newest word counts', async () => {
    const { hub, sessionId, now } = await connected('SILENT-2')
    const answer = nudgeOf(sessionId, { version: 1, hash: '' })
    await hub.send({ kind: 'silent', id: 1, sessionId }, answer)
    expect(await now()).toMatchObject({ state: 'online', presenceSeq: 1 })
    await hub.send(answer, { kind: 'silent', id: 1, sessionId })
    expect(await now()).toMatchObject({ state: 'degraded' })
  })

  test('a new connection is heard, and one that ended does not count; another hub has no say', async () => {
    const { hub, device, sessionId, now } = await connected('SILENT-3')
    await newHub(store).send({ kind: 'silent', id: 1, sessionId })
    expect(await now()).toMatchObject({ state: 'online' })
    await hub.send({ kind: 'silent', id: 1, sessionId })
    const newer = await hub.open(device)
    expect(await now()).toMatchObject({ state: 'online', presenceSeq: 3 })
    await hub.close(newer.sessionId, 'transport_close')
    expect(await now()).toMatchObject({ state: 'degraded', presenceSeq: 4 })
    await hub.close(sessionId, 'ping_timeout')
    expect(await now()).toMatchObject({ state: 'reconnecting', reason: 'transport_close' })
  })
})

describe('P9: a hub that was killed', () => {
  test('is not seen when its device is back elsewhere within the grace', async () => {
    const { device, computerId } = await connected('KILLED-1')
    const next = newHub(store)
    await pass(4_000)
    await next.open(device)
    for (let ms = 0; ms < 40_000; ms += 5_000) {
      await pass(5_000)
      await next.lease()
    }
    expect(await transitionsOf(store.db, computerId, 1)).toMatchObject([{ became: 'online' }])
  })

  test('and whose device is gone too: reconnecting within 20 s, offline within 30 s', async () => {
    const { now } = await connected('KILLED-2')
    await pass(15_000)
    await pass(5_000)
    expect(await now()).toMatchObject({ state: 'reconnecting', reason: 'hub_lost' })
    await pass(10_000)
    expect(await now()).toMatchObject({ state: 'offline', reason: 'hub_lost' })
  })

  test('and whose device came back elsewhere and said goodbye: offline at once', async () => {
    const { device, now } = await connected('KILLED-3')
    const next = newHub(store)
    const { sessionId } = await next.open(device)
    await next.close(sessionId, 'bye')
    expect(await now()).toMatchObject({ state: 'offline', reason: 'bye' })
  })
})

test('P9: while the database was away nobody is given up: what was shown stays, and graces begin again', async () => {
  const { hub, sessionId, now } = await connected('AWAY-1')
  const steady = await connected('AWAY-2')
  await hub.close(sessionId, 'transport_close')
  // Nobody looked for a minute: neither sweeper nor hubs reached the database.
  await step(60_000)
  await sweeper.sweep()
  await sweeper.endGraces()
  expect(await now()).toMatchObject({ state: 'reconnecting' })
  expect(await steady.now()).toMatchObject({ state: 'online' })
  await steady.hub.lease([steady.sessionId])
  await pass(5_000)
  await steady.hub.lease()
  expect(await now()).toMatchObject({ state: 'reconnecting' })
  await pass(5_000)
  await steady.hub.lease()
  expect(await now()).toMatchObject({ state: 'offline' })
  await pass(5_000)
  expect(await steady.now()).toMatchObject({ state: 'online', presenceSeq: 1 })
})

test('P9: a minute without the database, asked for in vain: what was shown stays, and is right 15 s after it is back', async () => {
  let isAway = false
  const db = pausingDatabase(store.db, () => isAway)
  const asking = await runningSweeper(store, db)
  const hub = newHub(store, { db })
  const [there, gone] = [
    await hub.open(newDevice(pharmacy, 'MINUTE-1')),
    await hub.open(newDevice(pharmacy, 'MINUTE-2')),
  ]
  const states = async () => [
    (await shown(store, there.computerId))?.state,
    (await shown(store, gone.computerId))?.state,
  ]
  isAway = true
  await expect(hub.close(gone.sessionId, 'transport_close')).rejects.toThrow('away')
  await asking.pass(60_000, async () => expect(hub.lease()).rejects.toThrow('away'))
  expect(await states()).toEqual(['online', 'online'])
  isAway = false
  // Its own list tells what the hub could not say meanwhile.
  expect((await hub.lease([there.sessionId])).missing).toEqual([])
  expect(await states()).toEqual(['online', 'reconnecting'])
  await asking.pass(15_000, () => hub.lease())
  expect(await states()).toEqual(['online', 'offline'])
  expect(await transitionsOf(store.db, there.computerId, 1)).toMatchObject([{ became: 'online' }])
})

describe('transitions', () => {
  test('are told oldest first with what was before, and are kept 30 days', async () => {
    const { hub, device, sessionId, computerId } = await connected('STRIP-1')
    await hub.close(sessionId, 'transport_close')
    await pass(10_000)
    await stepDatabaseTime(store, 29 * 86_400_000)
    const again = await hub.open(device)
    await hub.close(again.sessionId, 'bye')
    const all = await transitionsOf(store.db, computerId, 30)
    expect(all.map(({ presenceSeq, was, became, reason }) => [presenceSeq, was, became, reason])).toEqual([
      [1, 'offline', 'online', null],
      [2, 'online', 'reconnecting', 'transport_close'],
      [3, 'reconnecting', 'offline', 'transport_close'],
      [4, 'offline', 'online', null],
      [5, 'online', 'offline', 'bye'],
    ])
    expect((await transitionsOf(store.db, computerId, 7)).map((one) => one.presenceSeq)).toEqual([4, 5])
    await stepDatabaseTime(store, 2 * 86_400_000)
    await pass(LEASE_MS + 5_000)
    const kept = await sql<{ presenceSeq: number }>`
      select "presenceSeq" from "RelayTransitions" where "computerId" = ${computerId} order by 1`.execute(
      store.db,
    )
    expect(kept.rows.map(({ presenceSeq }) => presenceSeq)).toEqual([4, 5])
  })

  test('of a computer that comes and goes all the time the newest are kept', async () => {
    const { hub, sessionId, computerId } = await connected('FLAPS-1')
    const kept = () =>
      store.db.selectFrom('RelayTransitions').select('presenceSeq').where('computerId', '=', computerId)
    const moved = { presenceSeq: KEPT_TRANSITIONS + 7 }
    await store.db.updateTable('RelayPresence').set(moved).where('computerId', '=', computerId).execute()
    await sql`
      insert into "RelayTransitions" ("computerId", "presenceSeq", "was", "became", "at")
      select ${computerId}, n, 'offline', 'online', relay_now()
      from generate_series(2, ${moved.presenceSeq}) n`.execute(store.db)
    await hub.close(sessionId)
    const seqs = (await kept().orderBy('presenceSeq').execute()).map(({ presenceSeq }) => presenceSeq)
    expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([KEPT_TRANSITIONS, 9, KEPT_TRANSITIONS + 8])
  })
})

async function revoke(computerId: number): Promise<void> {
  const parts = {
    db: store.db,
    pusher: { push: () => {}, idle: () => Promise.resolve() },
    sessionEnds: { tell: () => {}, stop: () => Promise.resolve() },
  }
  await revokeComputer(parts, admin, { customerId: pharmacy.id, computerId })
}
