// A hundred wrong pairing codes a day are the most of one address (N01), on real rows and stepped time.
import { PAIRING_ALPHABET } from '@pharmacy-relay/shared/pairing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../test/test-pairing.ts'
import {
  codeFor,
  newDevice,
  newHub,
  newPharmacy,
  openTestStore,
  pairOf,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { MAX_ADDRESS_TRIES, MAX_DAILY_TRIES } from './pairing-decisions.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const remoteIp = '198.51.100.1'
let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('pairing_tries')
  pharmacy = await newPharmacy(store)
})
afterAll(async () => store.stop())

/** As many wrong codes as a minute allows, and a minute later. */
async function guess(): Promise<readonly string[]> {
  const device = newDevice(pharmacy)
  const guesses = Array.from({ length: MAX_ADDRESS_TRIES }, () => pairOf(device, 'BZZZZZZZ', { remoteIp }))
  const results = await newHub(store).send(...guesses)
  await stepDatabaseTime(store, MINUTE_MS)
  return [...new Set(results.map(codeOf))]
}

test('N01 a hundred wrong codes a day from one address, which is less than 1e-8 for any that is open', async () => {
  expect(MAX_DAILY_TRIES / PAIRING_ALPHABET.length ** 8).toBeLessThan(1e-8)
  for (let tried = 0; tried < MAX_DAILY_TRIES; tried += MAX_ADDRESS_TRIES)
    expect(await guess()).toEqual(['PAIRING_REFUSED'])
  const device = newDevice(pharmacy)
  const [refused] = await newHub(store).send(pairOf(device, await codeFor(store, pharmacy), { remoteIp }))
  expect(refused).toMatchObject({ ok: false, code: 'RATE_LIMITED', retryAfterMs: HOUR_MS })
  expect(refused).toMatchObject({ message: expect.stringContaining('Wait 24 hours.') as unknown })
  await stepDatabaseTime(store, 23 * HOUR_MS + 49 * MINUTE_MS)
  expect(await guess()).toEqual(['RATE_LIMITED'])
  // The first ten are a day old.
  expect(await guess()).toEqual(['PAIRING_REFUSED'])
})
