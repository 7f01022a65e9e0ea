// Pairing codes and their limits over the registry: N01 to N06 of the test catalogue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PAIRING_TRIES, PAIRING_ALPHABET, PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import { codeOf, newAddress, pair, shownAs } from '../test/test-pairing.ts'
import {
  codeFor,
  codesFor,
  newDevice,
  newHub,
  newPharmacy,
  openOf,
  openTestStore,
  pairOf,
  rules,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { mintCode } from './mint-code.ts'
import { MAX_ADDRESS_TRIES } from './pairing-decisions.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('pairing_codes')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

/** The same beginning, another end. */
function wrong(code: string): string {
  const last = PAIRING_ALPHABET.indexOf(code.at(-1) ?? '')
  return code.slice(0, -1) + PAIRING_ALPHABET.charAt((last + 1) % PAIRING_ALPHABET.length)
}

describe('guessing', () => {
  test('N01 five wrong ends of a code kill it, whoever tries; others live on', async () => {
    const [code, other] = [await codeFor(store, pharmacy), await codeFor(store, pharmacy)]
    for (let tried = 1; tried <= MAX_PAIRING_TRIES; tried += 1) {
      const stranger = newDevice(pharmacy, 'STRANGER')
      expect(await pair(store, pairOf(stranger, wrong(code), { remoteIp: newAddress() }))).toMatchObject({
        ok: false,
        code: 'PAIRING_REFUSED',
      })
    }
    expect(codeOf(await pair(store, pairOf(newDevice(pharmacy), code, { remoteIp: newAddress() })))).toBe(
      'PAIRING_REFUSED',
    )
    expect(codeOf(await pair(store, pairOf(newDevice(pharmacy), other, { remoteIp: newAddress() })))).toBe(
      'ok',
    )
    expect(await shownAs(store, pharmacy, 'STRANGER')).toBeUndefined()
  })

  test('N01 ten wrong tries a minute from one address, which is less than 1e-8 for each code and address', async () => {
    const tries = (PAIRING_CODE_MS / 60_000) * MAX_ADDRESS_TRIES
    expect(tries / PAIRING_ALPHABET.length ** 8).toBeLessThan(1e-8)
    const remoteIp = newAddress()
    const codes: string[] = []
    for (let tried = 0; tried <= MAX_ADDRESS_TRIES; tried += 1) {
      const guess = `${'BCDFGHJKLMN'.charAt(tried)}ZZZZZZZ`
      codes.push(codeOf(await pair(store, pairOf(newDevice(pharmacy), guess, { remoteIp }))))
    }
    expect(codes).toEqual([...Array<string>(MAX_ADDRESS_TRIES).fill('PAIRING_REFUSED'), 'RATE_LIMITED'])
    expect(
      codeOf(await pair(store, pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp: newAddress() }))),
    ).toBe('PAIRING_REFUSED')
  })

  test('N01 in one batch the tries count as well, and an IPv6 network of one household is one address', async () => {
    const tries = Array.from({ length: 12 }, (_none, index) =>
      pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp: `2001:db8:7:8::${index + 1}` }),
    )
    const results = await newHub(store).send(...tries)
    expect(results.map(codeOf).filter((code) => code === 'RATE_LIMITED')).toHaveLength(2)
  })

  test('N01 tries that hubs bring at the same moment count each: of a code and of an address', async () => {
    const code = await codeFor(store, pharmacy)
    const ends = Array.from({ length: MAX_PAIRING_TRIES }, () =>
      pair(store, pairOf(newDevice(pharmacy), wrong(code), { remoteIp: newAddress() })),
    )
    expect((await Promise.all(ends)).map(codeOf)).toEqual(
      Array<string>(MAX_PAIRING_TRIES).fill('PAIRING_REFUSED'),
    )
    expect(codeOf(await pair(store, pairOf(newDevice(pharmacy), code, { remoteIp: newAddress() })))).toBe(
      'PAIRING_REFUSED',
    )
    const remoteIp = newAddress()
    const guesses = Array.from({ length: MAX_ADDRESS_TRIES + 2 }, () =>
      pair(store, pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp })),
    )
    const told = (await Promise.all(guesses)).map(codeOf)
    expect(told.filter((one) => one === 'RATE_LIMITED')).toHaveLength(2)
  })

  test('N06 who is told to slow down has to: the right code is refused and stays good, and works after the wait', async () => {
    const remoteIp = newAddress()
    const guesses = Array.from({ length: 10 }, () => pairOf(newDevice(pharmacy), 'BZZZZZZZ', { remoteIp }))
    await newHub(store).send(...guesses)
    const [code, device] = [await codeFor(store, pharmacy), newDevice(pharmacy)]
    const limited = await pair(store, pairOf(device, code, { remoteIp }))
    expect(limited).toMatchObject({ ok: false, code: 'RATE_LIMITED' })
    const waitMs = limited?.ok === false ? (limited.retryAfterMs ?? 0) : 0
    expect(waitMs).toBeGreaterThan(50_000)
    await stepDatabaseTime(store, waitMs + 1)
    expect(codeOf(await pair(store, pairOf(device, code, { remoteIp })))).toBe('ok')
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
    expect(codeOf(await pair(store, pairOf(newDevice(pharmacy), early, { remoteIp: newAddress() })))).toBe(
      'ok',
    )
    await stepDatabaseTime(store, 10_000)
    expect(codeOf(await pair(store, pairOf(newDevice(pharmacy), late, { remoteIp: newAddress() })))).toBe(
      'PAIRING_REFUSED',
    )
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
    expect(await pair(store, pairOf(device, code))).toMatchObject(paired)
    expect(await pair(store, pairOf(device, code))).toMatchObject(paired)
    expect(codeOf(await pair(store, pairOf(second, code, { remoteIp: newAddress() })))).toBe(
      'PAIRING_REFUSED',
    )
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
    await pair(store, pairOf(device, code))
    const thief = { ...device, certificate: newCertificate() }
    expect(codeOf(await pair(store, pairOf(thief, code, { remoteIp: newAddress() })))).toBe('PAIRING_REFUSED')
    const [opened] = await newHub(store).send(openOf(thief))
    expect(opened).toMatchObject({ ok: false, code: 'BAD_KEY' })
    await newHub(store).open(device)
  })

  test('N05 that asks for approval: the Admin sees name, address and fingerprint before the computer may do anything', async () => {
    const device = newDevice(pharmacy, 'PHISHED-1')
    const paired = await pair(
      store,
      pairOf(device, await codeFor(store, pharmacy, true), {
        remoteIp: '198.51.100.250',
      }),
    )
    expect(paired).toMatchObject({ ok: true, data: { state: 'waiting' } })
    expect(await shownAs(store, pharmacy, 'PHISHED-1')).toMatchObject({
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

test('a code that was made before the secret was exchanged is good, and behind another exchange it is not', async () => {
  const [first, second, third] = ['first', 'second', 'third'].map(
    (name) => `${name}-secret-that-is-long-enough-here`,
  )
  const pairedUnder = async (deviceKeySecret = '', previousDeviceKeySecret: string | null = null) => {
    const code = await store.db.transaction().execute(async (trx) => {
      const kind = { customerId: pharmacy.id, needsApproval: false, copyOfComputerId: null }
      return mintCode(trx, kind, first ?? '')
    })
    const hub = newHub(store, { rules: { ...rules, deviceKeySecret, previousDeviceKeySecret } })
    const [result] = await hub.send(pairOf(newDevice(pharmacy), code?.code ?? '', { remoteIp: newAddress() }))
    return codeOf(result)
  }
  expect(await pairedUnder(second, first)).toBe('ok')
  expect(await pairedUnder(third, second)).toBe('PAIRING_REFUSED')
})
