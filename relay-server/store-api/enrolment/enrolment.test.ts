// Which installations become or stay which computers: keys, names, pharmacies, the limit of computers, agents that are too old.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import { codeOf, newAddress, pair, shownAs } from '../test/test-pairing.ts'
import {
  codeFor,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  pairOf,
  rules,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('enrolment')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

describe('an installation that is known', () => {
  test('keeps its row, key and role, and has its new certificate at once; who had the old one is out', async () => {
    const [hub, device] = [newHub(store), newDevice(pharmacy, 'AGAIN-1')]
    const before = await hub.open(device)
    await store.db
      .updateTable('RelayComputers')
      .set({ role: 2 })
      .where('id', '=', before.computerId)
      .execute()
    const renewed = { ...device, certificate: newCertificate() }
    const told: unknown[] = []
    const pairing = newHub(store, {
      sessionEnds: { tell: (ends) => void told.push(...ends), stop: () => Promise.resolve() },
    })
    const [paired] = await pairing.send(pairOf(renewed, await codeFor(store, pharmacy)))
    expect(paired).toMatchObject({ ok: true, data: { state: 'paired' } })
    expect(told).toMatchObject([{ kind: 'revoked', hubId: hub.hubId, sessionId: before.sessionId }])
    expect(codeOf((await hub.send(openOf(device)))[0])).toBe('BAD_KEY')
    const after = await hub.open(renewed)
    expect(after).toMatchObject({ computerId: before.computerId, deviceKey: before.deviceKey })
    expect((await shownAs(store, pharmacy, 'AGAIN-1'))?.role).toBe(2)
  })

  test('paired anew by the program that is connected stays connected, in the history too; another start of it ends that', async () => {
    const [hub, device] = [newHub(store), newDevice(pharmacy, 'AGAIN-2')]
    await hub.open(device)
    const shown = async () => {
      const { presence, offlineReason, presenceSeq } = (await shownAs(store, pharmacy, 'AGAIN-2')) ?? {}
      return { presence, offlineReason, presenceSeq }
    }
    const pairAgain = async (by: typeof device, needsApproval = false) =>
      codeOf(await pair(store, pairOf(by, await codeFor(store, pharmacy, needsApproval))))
    expect(await pairAgain(device)).toBe('ok')
    expect(await shown()).toEqual({ presence: 'online', offlineReason: null, presenceSeq: 1 })
    expect(await pairAgain({ ...device, bootId: randomUUID() })).toBe('ok')
    expect(await shown()).toEqual({ presence: 'reconnecting', offlineReason: 'replaced', presenceSeq: 2 })
    await hub.open(device)
    expect(await pairAgain(device, true)).toBe('ok')
    expect(await shown()).toMatchObject({ presence: 'reconnecting', presenceSeq: 4 })
  })

  test('of another pharmacy joins only when its access was withdrawn there, with no role and its history', async () => {
    const [old, next] = [await newPharmacy(store), await newPharmacy(store)]
    const device = newDevice(old, 'SOLD-1')
    const { computerId, deviceKey } = await newHub(store).open(device)
    await store.db
      .updateTable('RelayComputers')
      .set({ role: 1, printerName: 'cups:A', tcpPort: 9100 })
      .where('id', '=', computerId)
      .execute()
    const code = await codeFor(store, next)
    const refused = await pair(store, pairOf(device, code, { remoteIp: newAddress() }))
    expect(refused).toMatchObject({ ok: false, code: 'PAIRING_REFUSED' })
    expect(refused?.ok === false ? refused.message : '').toContain('belongs to another pharmacy')
    await store.db
      .updateTable('RelayComputers')
      .set({ access: 'revoked' })
      .where('id', '=', computerId)
      .execute()
    expect(codeOf(await pair(store, pairOf(device, code, { remoteIp: newAddress() })))).toBe('ok')
    const moved = await newHub(store).open({ ...device, pharmacy: next })
    expect(moved).toMatchObject({ computerId, deviceKey, customerId: next.id })
    expect(await shownAs(store, next, 'SOLD-1')).toMatchObject({ role: 0, printerName: null })
    const [left, joined] = [
      await readCustomer(store.db, { id: old.id }),
      await readCustomer(store.db, { id: next.id }),
    ]
    expect([left.computers.length, joined.computers.length]).toEqual([0, 1])
    // Who had opened the editor there saw a PrinterComputer that it has no more.
    expect([left.printingVersion, joined.printingVersion]).toEqual([2, 1])
    const counts = await store.db
      .selectFrom('Customers')
      .select('computerCount')
      .where('id', 'in', [old.id, next.id])
      .orderBy('id')
      .execute()
    expect(counts.map(({ computerCount }) => computerCount)).toEqual([0, 1])
  })

  test('with the key of another computer is refused in words', async () => {
    const owner = newDevice(pharmacy, 'OWNER-1')
    await pairAll(store, [owner])
    const copy = { ...owner, installId: randomUUID() }
    const refused = await pair(
      store,
      pairOf(copy, await codeFor(store, pharmacy), { remoteIp: newAddress() }),
    )
    expect(refused?.ok === false ? refused.message : '').toContain('key of this one')
  })
})

test('an installation that never paired is told so, and leaves no row', async () => {
  const [result] = await newHub(store).send(openOf(newDevice(pharmacy, 'NOBODY-1')))
  expect(result).toMatchObject({ ok: false, code: 'NOT_PAIRED' })
  expect(await shownAs(store, pharmacy, 'NOBODY-1')).toBeUndefined()
})

test('a good and a bad open of one installation in one batch are judged apart', async () => {
  const device = newDevice(pharmacy, 'MIXED-1')
  await pairAll(store, [device])
  const results = await newHub(store).send(
    openOf({ ...device, certificate: newCertificate() }),
    openOf(device),
  )
  expect(results.map((result) => [result.id, codeOf(result)])).toEqual([
    [1, 'BAD_KEY'],
    [2, 'ok'],
  ])
})

test('an agent that is too old is refused, shown, and shown no more once it is new enough', async () => {
  const device = newDevice(pharmacy, 'OLD-1')
  const strict = newHub(store, { rules: { ...rules, oldestProtocolVersion: 2 } })
  await pairAll(store, [device])
  const before = await lastEventId(store.db)
  const [refused] = await strict.send(openOf(device))
  expect(refused).toMatchObject({ ok: false, code: 'UPGRADE_REQUIRED' })
  expect((await eventsAfter(store.db, before, 10)).map(({ kind }) => kind)).toEqual(['computer'])
  expect(await shownAs(store, pharmacy, 'OLD-1')).toMatchObject({
    isTooOld: true,
    isOnline: false,
    lastOnlineAt: null,
  })
  const { hello } = openOf(device)
  await strict.open(device, { hello: { ...hello, protocolVersion: 2 } })
  expect(await shownAs(store, pharmacy, 'OLD-1')).toMatchObject({ isTooOld: false, isOnline: true })
})

test('a renamed computer keeps its row, its key and the role that staff chose', async () => {
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'NAME-1')
  const first = await hub.open(device)
  await store.db.updateTable('RelayComputers').set({ role: 2 }).where('id', '=', first.computerId).execute()
  const renamed = await hub.open({ ...device, computerName: 'NAME-2' })
  expect(renamed).toMatchObject({ computerId: first.computerId, deviceKey: first.deviceKey })
  expect(await shownAs(store, pharmacy, 'NAME-2')).toMatchObject({ id: first.computerId, role: 2 })
})

test('two installations with the same names get different keys', async () => {
  const devices = Array.from({ length: 3 }, () => newDevice(pharmacy, 'TWIN'))
  await pairAll(store, devices.slice(0, 2))
  await pairAll(store, devices.slice(2))
  const { computers } = await readCustomer(store.db, { id: pharmacy.id })
  const keys = computers.filter(({ pcName }) => pcName === 'TWIN').map(({ deviceKey }) => deviceKey)
  expect(new Set(keys).size).toBe(3)
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
})

test('the 501st computer of a pharmacy is refused, also within one batch, and the known ones are not', async () => {
  const full = await newPharmacy(store)
  const known = newDevice(full, 'PC-1')
  await pairAll(store, [known])
  await sql`
    insert into "RelayComputers" ("customerId", "pcName", "username", "localIpAddress", "softwareVersion", "installId",
      "deviceKey")
    select ${full.id}, 'PC-' || n, 'till', '192.168.1.1', '1.0.0', gen_random_uuid(),
      encode(sha256(('full ' || n)::bytea), 'hex')
    from generate_series(2, 499) n`.execute(store.db)
  const [code, spare] = [await codeFor(store, full), await codeFor(store, full)]
  const results = await newHub(store).send(
    pairOf(newDevice(full, 'LAST'), code),
    pairOf(newDevice(full, 'OVER'), spare),
  )
  expect(results.map(codeOf)).toEqual(['ok', 'QUEUE_FULL'])
  await newHub(store).open(known)
  expect(codeOf(await pair(store, pairOf(known, spare)))).toBe('ok')
})

test('codes that several hubs bring at the same moment each make one computer', async () => {
  const crowded = await newPharmacy(store)
  const devices = Array.from({ length: 2 }, (_none, index) => newDevice(crowded, `RACE-${index}`))
  const codes = await Promise.all(devices.map(() => codeFor(store, crowded)))
  const results = await Promise.all(
    devices.flatMap((device, index) =>
      [newHub(store), newHub(store)].map((hub) => hub.send(pairOf(device, codes[index] ?? ''))),
    ),
  )
  expect(results.flat().map(codeOf)).toEqual(Array<string>(4).fill('ok'))
  expect((await readCustomer(store.db, { id: crowded.id })).computers).toHaveLength(2)
})
