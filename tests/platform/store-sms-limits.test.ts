// How often codes by SMS are sent: for a number, from an address, and in all.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { LOCKS } from '@pharmacy-relay/relay-server/pharmacy-api/database.ts'
import {
  ask,
  askByStorefront,
  codeTo,
  logOf,
  messagesTo,
  openGateway,
  startStoreSms,
  type StoreSmsScene,
} from './store-sms-scene.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const GOOD = { status: 200, body: { retryAfterS: 60 }, retryAfter: null }

let scene: StoreSmsScene
beforeAll(async () => {
  scene = await startStoreSms('store_sms_limits')
})
afterAll(() => scene.stop())
beforeEach(() => openGateway(scene))
// Before the gateway of the test is gone.
afterEach(() => scene.pharmacy.idle())

test('a number gets one a minute and five a day, known or not, and hears how long to wait', async () => {
  for (const phone of [await scene.knownPhone(), scene.unknownPhone()]) {
    expect(await ask(scene, phone)).toEqual(GOOD)
    expect(await ask(scene, phone)).toMatchObject({ status: 429, retryAfter: '60' })
    for (let n = 2; n <= 5; n += 1) {
      scene.clock.stepMs(MINUTE_MS)
      expect(await ask(scene, phone)).toEqual(GOOD)
    }
    scene.clock.stepMs(MINUTE_MS)
    expect(await ask(scene, phone)).toMatchObject({ status: 429, retryAfter: String(86_400 - 5 * 60) })
    scene.clock.stepMs(24 * HOUR_MS - 5 * MINUTE_MS)
    expect(await ask(scene, phone)).toEqual(GOOD)
    await scene.pharmacy.idle()
  }
})

test('asks at the same time are one', async () => {
  const phone = await scene.knownPhone()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(scene, phone)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await scene.pharmacy.idle()
  expect(messagesTo(scene, phone)).toHaveLength(1)
})

test('an address gets twenty an hour, an IPv6 network as one, whatever it says of itself', async () => {
  for (const address of ['198.51.100.7', '2001:db8:1:2::9']) {
    for (let n = 0; n < 20; n += 1) {
      const claimed = address.includes(':') ? `2001:db8:1:2::${n}` : `192.0.2.${n}, ${address}`
      expect(await ask(scene, scene.unknownPhone(), { address: claimed })).toEqual(GOOD)
    }
    expect(await ask(scene, scene.unknownPhone(), { address })).toMatchObject({ status: 429 })
    scene.clock.stepMs(HOUR_MS)
    expect(await ask(scene, scene.unknownPhone(), { address })).toEqual(GOOD)
  }
})

test('of what the storefront asks the address counts that it vouches for, not its own', async () => {
  const token = await scene.storeSite.tokens.tokenFor('Service', { claims: { sub: 'storefront' } })
  for (const address of ['198.51.100.21', '198.51.100.22']) {
    for (let n = 0; n < 20; n += 1)
      expect(await askByStorefront(scene, scene.unknownPhone(), { address, token })).toEqual(GOOD)
    expect(await askByStorefront(scene, scene.unknownPhone(), { address, token })).toMatchObject({
      status: 429,
    })
  }
})

test('beyond the ceiling of an hour none goes out: the answer is the same, log, metric and alarm tell it', async () => {
  const alarms: unknown[] = []
  const logger = {
    ...silentLogger,
    named: () => logger,
    warn: (...line: unknown[]) => void alarms.push(line),
  }
  const small = await startStoreSms('store_sms_ceiling', { codesPerHour: 2, logger })
  try {
    await openGateway(small)
    const phones = [await small.knownPhone(), await small.knownPhone(), await small.knownPhone()]
    for (const phone of phones) {
      expect(await ask(small, phone)).toEqual(GOOD)
      await small.pharmacy.idle()
    }
    expect(phones.map((phone) => messagesTo(small, phone).length)).toEqual([1, 1, 0])
    expect((await logOf(small)).at(-1)).toMatchObject({
      state: 'suppressed',
      reason: 'ceiling',
      smsId: null,
    })
    expect(alarms).toEqual([['alarm.store-code-dropped', { why: 'ceiling' }]])
    const dropped = await small.pharmacy.registry.getSingleMetric('pharmacy_store_codes_dropped_total')?.get()
    expect(dropped?.values).toMatchObject([{ labels: { why: 'ceiling' }, value: 1 }])
    small.clock.stepMs(HOUR_MS)
    expect(await ask(small, phones[2] ?? '')).toEqual(GOOD)
    await codeTo(small, phones[2] ?? '')
  } finally {
    await small.stop()
  }
})

test('a code that the database made wait too long is tried again, and goes out once', async () => {
  const phone = await scene.knownPhone()
  await withConnection(scene.pharmacy.database.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCKS.codeCeiling])
    expect(await ask(scene, phone)).toEqual(GOOD)
    // Longer than a statement waits for a lock.
    await delay(3_000)
    expect(messagesTo(scene, phone)).toEqual([])
  })
  await scene.pharmacy.idle()
  expect(messagesTo(scene, phone)).toHaveLength(1)
})
