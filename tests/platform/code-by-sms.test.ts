// A pairing code on its way to the pharmacy's phone: store API → identity API → a provider by HTTPS, each real.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { pairingCodeText } from '@pharmacy-relay/shared/pairing.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import {
  startTestProvider,
  type TestProvider,
} from '@pharmacy-relay/relay-server/identity-api/sms/test-provider.ts'
import {
  INTERNAL_KEY,
  startTestIdentity,
  type TestIdentity,
} from '@pharmacy-relay/relay-server/identity-api/test-identity.ts'
import { createSmsSender } from '@pharmacy-relay/relay-server/store-api/sms/sms-sender.ts'
import { startTestApp, type TestApp } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import {
  openTestStore,
  type StoreTestDatabase,
} from '@pharmacy-relay/relay-server/store-api/test/test-store.ts'

const PHONE = '+441234567890'
const none = { query: null }

let provider: TestProvider
let identity: TestIdentity
let store: StoreTestDatabase
let site: TestApp
/** Whom the store API asks; a test may have it ask nobody. */
let way = { identityUrl: '', internalKey: INTERNAL_KEY }
beforeAll(async () => {
  provider = await startTestProvider()
  identity = await startTestIdentity(undefined, {}, { ...provider.options, timeoutMs: 2_000 })
  store = await openTestStore('code_by_sms')
  site = await startTestApp(store, {
    sendSms: (request) => createSmsSender({ ...way, logger: silentLogger })(request),
  })
})
afterAll(async () => {
  await site.stop()
  await store.stop()
  await identity.stop()
  await provider.stop()
})
beforeEach(() => {
  way = { identityUrl: identity.baseUrl, internalKey: INTERNAL_KEY }
  provider.standIn.behaviour = 'accept'
  // A number gets ten messages an hour.
  identity.advance(3_600_001)
})

let count = 0
async function pharmacy(phone: string | null): Promise<number> {
  count += 1
  const fields = {
    storeId: `P-${7_000 + count}`,
    name: `Pharmacy ${count}`,
    email: `p${count}@one.example`,
    phone,
  }
  return (await site.call(storeApi.createCustomer, { ...none, params: null, body: fields })).id
}

async function codeFor(customerId: number, isSent = true) {
  const body = { needsApproval: false, ...(isSent ? { sms: { language: 'en' as const } } : {}) }
  return site.call(storeApi.makePairingCode, { ...none, params: { customerId: String(customerId) }, body })
}

test('it arrives there, once, and only where that was asked for', async () => {
  const id = await pharmacy(PHONE)
  expect((await codeFor(id, false)).sms).toBeUndefined()
  expect(provider.standIn.received).toEqual([])
  const { code, sms } = await codeFor(id)
  expect(sms).toBe('sent')
  expect(provider.standIn.received).toHaveLength(1)
  expect(provider.standIn.received[0]).toMatchObject({ to: PHONE })
  expect(provider.standIn.received[0]?.text).toContain(pairingCodeText(code))
})

test('of a pharmacy without a phone it is said to have failed, and the code is good all the same', async () => {
  const made = await codeFor(await pharmacy(null))
  expect(made).toMatchObject({ sms: 'failed' })
  expect(made.code).toHaveLength(8)
})

test('a provider that says nothing leaves it unknown, one that refuses failed', async () => {
  const id = await pharmacy(PHONE)
  provider.standIn.behaviour = 'silent'
  expect((await codeFor(id)).sms).toBe('unknown')
  provider.standIn.behaviour = 'refuse'
  expect((await codeFor(id)).sms).toBe('failed')
})

test('a wrong internal key fails, an identity API that is away leaves it unknown, and the code is good in either case', async () => {
  const id = await pharmacy(PHONE)
  way = { identityUrl: identity.baseUrl, internalKey: 'w'.repeat(40) }
  expect(await codeFor(id)).toMatchObject({ sms: 'failed', customerId: id })
  way = { identityUrl: `http://127.0.0.1:${await freePort()}`, internalKey: INTERNAL_KEY }
  expect(await codeFor(id)).toMatchObject({ sms: 'unknown', customerId: id })
})
