// What became of a pairing code, for who looks at its page: the one reason, when, and by whom or from where.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PairingCodeOutcome } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { MAX_PAIRING_TRIES, PAIRING_ALPHABET, PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import { removeComputer } from '../access/computer-access.ts'
import { makePairingCode, withdrawPairingCodes } from '../customers/pairing-codes.ts'
import { newAddress, pair, shownAs } from '../test/test-pairing.ts'
import {
  admin,
  newDevice,
  newPharmacy,
  openTestStore,
  pairOf,
  rules,
  stepDatabaseTime,
  type StoreTestDatabase,
  type TestPharmacy,
} from '../test/test-store.ts'
import { codeOutcome } from './code-outcome.queries.ts'

let store: StoreTestDatabase
let pharmacy: TestPharmacy
beforeAll(async () => {
  store = await openTestStore('code_outcome')
  pharmacy = await newPharmacy(store)
})
afterAll(() => store.stop())

const made = async () => {
  const request = { customerId: pharmacy.id, needsApproval: false }
  return makePairingCode({ db: store.db, rules }, admin, request)
}
/** As the endpoint lets it out. */
const outcomeOf = async (codeId: number, customerId = pharmacy.id): Promise<PairingCodeOutcome> =>
  storeApi.getPairingCode.reply.schema.parse(await codeOutcome(store.db, { customerId, codeId }))

/** The same beginning, another end. */
function wrong(code: string): string {
  const last = PAIRING_ALPHABET.indexOf(code.at(-1) ?? '')
  return code.slice(0, -1) + PAIRING_ALPHABET.charAt((last + 1) % PAIRING_ALPHABET.length)
}

test('open, then run out at the minute that was said', async () => {
  const { id, expiresAt } = await made()
  expect(await outcomeOf(id)).toMatchObject({ state: 'open', expiresAt, needsApproval: false })
  await stepDatabaseTime(store, PAIRING_CODE_MS)
  expect(await outcomeOf(id)).toMatchObject({ state: 'expired', at: expiresAt })
})

test('used: by whom, also when that computer was removed since', async () => {
  const { id, code } = await made()
  await pair(store, pairOf(newDevice(pharmacy, 'COUNTER-7'), code, { remoteIp: newAddress() }))
  const used = await outcomeOf(id)
  expect(used).toMatchObject({ state: 'used', computerName: 'COUNTER-7' })
  const computer = await shownAs(store, pharmacy, 'COUNTER-7')
  const sessionEnds = { tell: () => {}, stop: () => Promise.resolve() }
  const parts = { db: store.db, sessionEnds, pusher: { push: () => {}, idle: () => Promise.resolve() } }
  await removeComputer(parts, admin, { customerId: pharmacy.id, computerId: computer?.id ?? 0 })
  expect(await outcomeOf(id)).toEqual(used)
})

test('withdrawn: by whom', async () => {
  const { id } = await made()
  await withdrawPairingCodes({ db: store.db }, admin, pharmacy.id)
  expect(await outcomeOf(id)).toMatchObject({ state: 'withdrawn', staffName: 'Ada Admin' })
})

test('tried too often: from where the last wrong try came, in full', async () => {
  const { id, code } = await made()
  for (let tried = 1; tried < MAX_PAIRING_TRIES; tried += 1)
    await pair(store, pairOf(newDevice(pharmacy), wrong(code), { remoteIp: newAddress() }))
  expect(await outcomeOf(id)).toMatchObject({ state: 'open' })
  await pair(store, pairOf(newDevice(pharmacy), wrong(code), { remoteIp: '2001:db8:7:8::9' }))
  expect(await outcomeOf(id)).toMatchObject({ state: 'tried', address: '2001:db8:7:8::9' })
  await pair(store, pairOf(newDevice(pharmacy), wrong(code), { remoteIp: newAddress() }))
  expect(await outcomeOf(id)).toMatchObject({ state: 'tried', address: '2001:db8:7:8::9' })
})

test('of another pharmacy, and one that never was, are told to nobody', async () => {
  const { id } = await made()
  const other = await newPharmacy(store)
  await expect(outcomeOf(id, other.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(outcomeOf(2_000_000_000)).rejects.toMatchObject({ code: 'not_found' })
})
