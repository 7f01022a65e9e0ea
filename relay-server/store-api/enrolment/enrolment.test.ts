// Who becomes a computer of a pharmacy: pairing codes and their limits (N01 to N06), keys, approval, the limit of computers.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationResult } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { MAX_PAIRING_TRIES, PAIRING_ALPHABET, PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { eventsAfter, lastEventId } from '../events/outbox.queries.ts'
import {
  codeFor,
  codesFor,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairAll,
  pairOf,
  rules,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestDevice,
  type TestPharmacy,
} from '../test/test-store.ts'
import { MAX_ADDRESS_TRIES } from './pairing-decisions.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('enrolment')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

/** Each test tries from an address of its own. */
let nextAddress = 1
const newAddress = () => `198.51.100.${(nextAddress += 1)}`

const codeOf = (result: OperationResult | undefined): string => (result?.ok === false ? result.code : 'ok')

async function pair(device: TestDevice, code: string, changes: Parameters<typeof pairOf>[2] = {}) {
  const [result] = await newHub(store).send(pairOf(device, code, changes))
  return result
}

/** The same beginning, another end. */
function wrong(code: string): string {
  const last = PAIRING_ALPHABET.indexOf(code.at(-1) ?? '')
  return code.slice(0, -1) + PAIRING_ALPHABET.charAt((last + 1) % PAIRING_ALPHABET.length)
}

const shownAs = async (name: string, { id }: TestPharmacy = pharmacy) =>
  (await readCustomer(store.db, { id })).computers.find(({ pcName }) => pcName === name)

describe('guessing', () => {
  test('N01 five wrong ends of a code kill it, whoever tries; others live on', async () => {
    const [code, other] = [await codeFor(store, pharmacy), await codeFor(store, pharmacy)]
    for (let tried = 1; tried <= MAX_PAIRING_TRIES; tried += 1) {
      const stranger = newDevice(pharmacy, 'STRANGER')
      expect(await pair(stranger, wrong(code), { remoteIp: newAddress() })).toMatchObject({
        ok: false,
        code: 'PAIRING_REFUSED',
      })
    }
    expect(codeOf(await pair(newDevice(pharmacy), code, { remoteIp: newAddress() }))).toBe('PAIRING_REFUSED')
    expect(codeOf(await pair(newDevice(pharmacy), other, { remoteIp: newAddress() }))).toBe('ok')
    expect(await shownAs('STRANGER')).toBeUndefined()
  })

  test('N01 ten wrong tries a minute from one address, which is less than 1e-8 for each code and address', async () => {
    const tries = (PAIRING_CODE_MS / 60_000) * MAX_ADDRESS_TRIES
    expect(tries / PAIRING_ALPHABET.length ** 8).toBeLessThan(1e-8)
    const remoteIp = newAddress()
    const codes: string[] = []
    for (let tried = 0; tried <= MAX_ADDRESS_TRIES; tried += 1) {
      const guess = `${'BCDFGHJKLMN'.charAt(tried)}ZZZZZZZ`
      codes.push(codeOf(await pair(newDevice(pharmacy), guess, { remoteIp })))
    }
    expect(codes).toEqual([...Array<string>(MAX_ADDRESS_TRIES).fill('PAIRING_REFUSED'), 'RATE_LIMITED'])
    expect(codeOf(await pair(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp: newAddress() }))).toBe(
      'PAIRING_REFUSED',
    )
  })

  test('N01 in one batch the tries count as well, and an IPv6 network of one household is one address', async () => {
    const tries = Array.from({ length: 12 }, (_none, index) =>
      pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp: `2001:db8:7:8::${index + 1}` }),
    )
    const results = await newHub(store).send(...tries)
    expect(results.map(codeOf).filter((code) => code === 'RATE_LIMITED')).toHaveLength(2)
  })

  test('N06 who is told to slow down has to: the right code is refused and stays good, and works after the wait', async () => {
    const remoteIp = newAddress()
    const guesses = Array.from({ length: 10 }, () => pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp }))
    await newHub(store).send(...guesses)
    const [code, device] = [await codeFor(store, pharmacy), newDevice(pharmacy)]
    const limited = await pair(device, code, { remoteIp })
    expect(limited).toMatchObject({ ok: false, code: 'RATE_LIMITED' })
    const waitMs = limited?.ok === false ? (limited.retryAfterMs ?? 0) : 0
    expect(waitMs).toBeGreaterThan(50_000)
    await stepDatabaseTime(store, waitMs + 1)
    expect(codeOf(await pair(device, code, { remoteIp }))).toBe('ok')
  })

  test('who brings right codes is not slowed down', async () => {
    const remoteIp = newAddress()
    const codes = await codesFor(store, Array<TestPharmacy>(12).fill(pharmacy))
    const pairs = codes.map((code) => pairOf(newDevice(pharmacy), code, { remoteIp }))
    expect((await newHub(store).send(...pairs)).map(codeOf)).toEqual(Array<string>(12).fill('ok'))
  })
})

describe('a code', () => {
  test('N02 is good for ten minutes', async () => {
    const [early, late] = [await codeFor(store, pharmacy), await codeFor(store, pharmacy)]
    await stepDatabaseTime(store, PAIRING_CODE_MS - 10_000)
    expect(codeOf(await pair(newDevice(pharmacy), early, { remoteIp: newAddress() }))).toBe('ok')
    await stepDatabaseTime(store, 10_000)
    expect(codeOf(await pair(newDevice(pharmacy), late, { remoteIp: newAddress() }))).toBe('PAIRING_REFUSED')
  })

  test('N03 is good once; the same device may ask again when its answer was lost', async () => {
    const [code, device, second] = [
      await codeFor(store, pharmacy),
      newDevice(pharmacy, 'ONCE-1'),
      newDevice(pharmacy, 'ONCE-2'),
    ]
    const paired = {
      ok: true,
      data: {
        kind: 'pair',
        state: 'paired',
        pharmacyId: pharmacy.id,
        pharmacyName: `Pharmacy ${pharmacy.storeId}`,
      },
    }
    expect(await pair(device, code)).toMatchObject(paired)
    expect(await pair(device, code)).toMatchObject(paired)
    expect(codeOf(await pair(second, code, { remoteIp: newAddress() }))).toBe('PAIRING_REFUSED')
    const { computers } = await readCustomer(store.db, { id: pharmacy.id })
    expect(computers.filter(({ pcName }) => pcName.startsWith('ONCE')).map(({ pcName }) => pcName)).toEqual([
      'ONCE-1',
    ])
  })

  test('N03 that two devices bring in one batch is the first one’s', async () => {
    const code = await codeFor(store, pharmacy)
    const results = await newHub(store).send(
      pairOf(newDevice(pharmacy), code, { remoteIp: newAddress() }),
      pairOf(newDevice(pharmacy), code, { remoteIp: newAddress() }),
    )
    expect(results.map(codeOf)).toEqual(['ok', 'PAIRING_REFUSED'])
  })

  test('N04 is bound to the key that it came with: another key opens nothing and cannot use it again', async () => {
    const [code, device] = [await codeFor(store, pharmacy), newDevice(pharmacy, 'BOUND-1')]
    await pair(device, code)
    const thief = { ...device, certificate: newCertificate() }
    expect(codeOf(await pair(thief, code, { remoteIp: newAddress() }))).toBe('PAIRING_REFUSED')
    const [opened] = await newHub(store).send(openOf(thief))
    expect(opened).toMatchObject({ ok: false, code: 'BAD_KEY' })
    await newHub(store).open(device)
  })

  test('N05 that asks for approval: the Admin sees name, address and fingerprint before the computer may do anything', async () => {
    const device = newDevice(pharmacy, 'PHISHED-1')
    const paired = await pair(device, await codeFor(store, pharmacy, true), { remoteIp: '198.51.100.250' })
    expect(paired).toMatchObject({ ok: true, data: { state: 'waiting' } })
    expect(await shownAs('PHISHED-1')).toMatchObject({
      access: 'waiting',
      publicIpAddress: '198.51.100.250',
      certificate: { fingerprint: device.certificate.fingerprint },
      isOnline: false,
    })
    const [opened] = await newHub(store).send(openOf(device))
    expect(opened).toMatchObject({ ok: false, code: 'NOT_APPROVED', retryAfterMs: 10_000 })
  })

  test('is nowhere in the database', async () => {
    const code = await codeFor(store, pharmacy)
    const rows = await store.db.selectFrom('RelayPairingCodes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code.slice(3))
  })
})

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
    expect((await shownAs('AGAIN-1'))?.role).toBe(2)
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
    const refused = await pair(device, code, { remoteIp: newAddress() })
    expect(refused).toMatchObject({ ok: false, code: 'PAIRING_REFUSED' })
    expect(refused?.ok === false ? refused.message : '').toContain('belongs to another pharmacy')
    await store.db
      .updateTable('RelayComputers')
      .set({ access: 'revoked' })
      .where('id', '=', computerId)
      .execute()
    expect(codeOf(await pair(device, code, { remoteIp: newAddress() }))).toBe('ok')
    const moved = await newHub(store).open({ ...device, pharmacy: next })
    expect(moved).toMatchObject({ computerId, deviceKey, customerId: next.id })
    expect(await shownAs('SOLD-1', next)).toMatchObject({ role: 0, printerName: null })
    const [left, joined] = [
      await readCustomer(store.db, { id: old.id }),
      await readCustomer(store.db, { id: next.id }),
    ]
    expect([left.computers.length, joined.computers.length]).toEqual([0, 1])
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
    const refused = await pair(copy, await codeFor(store, pharmacy), { remoteIp: newAddress() })
    expect(refused?.ok === false ? refused.message : '').toContain('key of this one')
  })
})

test('an installation that never paired is told so, and leaves no row', async () => {
  const [result] = await newHub(store).send(openOf(newDevice(pharmacy, 'NOBODY-1')))
  expect(result).toMatchObject({ ok: false, code: 'NOT_PAIRED' })
  expect(await shownAs('NOBODY-1')).toBeUndefined()
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
  expect(await shownAs('OLD-1')).toMatchObject({ isTooOld: true, isOnline: false, lastOnlineAt: null })
  const { hello } = openOf(device)
  await strict.open(device, { hello: { ...hello, protocolVersion: 2 } })
  expect(await shownAs('OLD-1')).toMatchObject({ isTooOld: false, isOnline: true })
})

test('a renamed computer keeps its row, its key and the role that staff chose', async () => {
  const hub = newHub(store)
  const device = newDevice(pharmacy, 'NAME-1')
  const first = await hub.open(device)
  await store.db.updateTable('RelayComputers').set({ role: 2 }).where('id', '=', first.computerId).execute()
  const renamed = await hub.open({ ...device, computerName: 'NAME-2' })
  expect(renamed).toMatchObject({ computerId: first.computerId, deviceKey: first.deviceKey })
  expect(await shownAs('NAME-2')).toMatchObject({ id: first.computerId, role: 2 })
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
  expect(codeOf(await pair(known, spare))).toBe('ok')
})

test('codes that several hubs bring at the same moment each make one computer', async () => {
  const crowded = await newPharmacy(store)
  const devices = Array.from({ length: 3 }, (_none, index) => newDevice(crowded, `RACE-${index}`))
  const codes = await Promise.all(devices.map(() => codeFor(store, crowded)))
  const results = await Promise.all(
    devices.flatMap((device, index) =>
      [newHub(store), newHub(store)].map((hub) => hub.send(pairOf(device, codes[index] ?? ''))),
    ),
  )
  expect(results.flat().map(codeOf)).toEqual(Array<string>(6).fill('ok'))
  expect((await readCustomer(store.db, { id: crowded.id })).computers).toHaveLength(3)
})
