// Codes by SMS for the storefront: who gets one, what is judged, and what a ticket is good for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { problemOf } from '@pharmacy-relay/relay-server/pharmacy-api/test/test-pharmacy.ts'
import {
  ask,
  codeTo,
  logOf,
  messagesTo,
  openGateway,
  otherThan,
  startStoreSms,
  triesCounted,
  verify,
  type StoreSmsScene,
} from './store-sms-scene.ts'

const MINUTE_MS = 60_000
const GOOD = { status: 200, body: { retryAfterS: 60 }, retryAfter: null }

let scene: StoreSmsScene
beforeAll(async () => {
  scene = await startStoreSms('store_sms')
})
afterAll(() => scene.stop())
beforeEach(async () => {
  scene.provider.standIn.behaviour = 'accept'
  await openGateway(scene)
})
// Before the gateway of the test is gone.
afterEach(() => scene.pharmacy.idle())

/** The code that a new customer got. */
async function customerWithCode(): Promise<{ phone: string; code: string }> {
  const phone = await scene.knownPhone()
  expect(await ask(scene, phone)).toEqual(GOOD)
  return { phone, code: await codeTo(scene, phone) }
}

async function ticketOf({ phone, code }: { phone: string; code: string }): Promise<string> {
  const { status, body } = await verify(scene, phone, code)
  expect(status).toBe(200)
  return pharmacyApi.verifyStoreCode.reply.schema.parse(body).ticket
}

async function redeem(phone: string, ticket: string, sub = 'storefront'): Promise<string> {
  const token = await scene.pharmacy.tokens.tokenFor('Service', { claims: { sub } })
  const reply = await fetch(`${scene.way.gatewayUrl}/Pharmacy${pharmacyApi.redeemStoreTicket.path}`, {
    method: 'POST',
    body: JSON.stringify({ phone, ticket }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  return `${reply.status} ${await reply.text()}`
}

describe('a code', () => {
  test('reaches a customer in his language, however he types his number, and the database has neither', async () => {
    const phone = await scene.knownPhone()
    const typed = `00${phone.slice(1, 3)} (0) ${phone.slice(3, 7)}-${phone.slice(7)}`
    expect(await ask(scene, typed, { language: 'tr' })).toEqual(GOOD)
    const code = await codeTo(scene, phone)
    expect(messagesTo(scene, phone)).toEqual([
      `Eczane mağazası kodunuz: ${code}. 5 dakika geçerlidir. Kim isterse istesin, kimseye söylemeyin.`,
    ])
    const { db } = scene.pharmacy.database
    const rows = JSON.stringify([
      await db.selectFrom('StoreCodes').selectAll().execute(),
      await db.selectFrom('SmsLogs').selectAll().execute(),
    ])
    expect(rows).not.toContain(phone.slice(3))
    expect(rows).not.toContain(`"${code}"`)
    expect((await logOf(scene)).at(-1)).toMatchObject({
      template: 'store_code',
      state: 'handed_over',
      phoneTail: phone.slice(-2),
      segments: 2,
      pharmacyId: null,
    })
  })

  test('is not sent to a phone that no customer has', async () => {
    const before = await logOf(scene)
    const phone = scene.unknownPhone()
    expect(await ask(scene, phone)).toEqual(GOOD)
    await scene.pharmacy.idle()
    expect(messagesTo(scene, phone)).toEqual([])
    expect(await logOf(scene)).toEqual(before)
  })

  test('is asked for with the code of a country, and refused before anything is counted without', async () => {
    const { status, body } = await ask(scene, '07700 912000')
    expect([status, body['code']]).toEqual([422, 'invalid'])
  })

  test('ends the one before', async () => {
    const { phone, code } = await customerWithCode()
    scene.clock.stepMs(MINUTE_MS)
    expect(await ask(scene, phone)).toEqual(GOOD)
    const second = await codeTo(scene, phone)
    if (second !== code) expect((await verify(scene, phone, code)).status).toBe(422)
    expect((await verify(scene, phone, second)).status).toBe(200)
  })
})

describe('while nobody can say whether a customer has the number', () => {
  /** Timers that are always there. */
  let resting = 0
  async function askedWithoutStore(): Promise<string> {
    const phone = await scene.knownPhone()
    const { gatewayUrl } = scene.way
    resting = scene.clock.pending()
    const asked = ask(scene, phone)
    scene.way.gatewayUrl = 'http://127.0.0.1:9'
    expect(await asked).toEqual(GOOD)
    await until('the first try failed', () => waitsForRetry())
    scene.way.gatewayUrl = gatewayUrl
    return phone
  }
  const waitsForRetry = () => scene.clock.pending() > resting

  test('it is asked again, and the code goes out when the store API is back', async () => {
    const phone = await askedWithoutStore()
    scene.clock.stepMs(10_000)
    await codeTo(scene, phone)
  })

  test('the code is dropped after a minute, the log says why, and the answer was the same', async () => {
    const { gatewayUrl } = scene.way
    const phone = await askedWithoutStore()
    scene.way.gatewayUrl = 'http://127.0.0.1:9'
    const isLogged = async () => (await logOf(scene)).at(-1)?.reason === 'phone_not_checked'
    const startedMs = scene.clock.monotonicMs()
    while (!(await isLogged())) {
      if (waitsForRetry()) scene.clock.stepMs(scene.clock.nextInMs() ?? 0)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(scene.clock.monotonicMs() - startedMs).toBe(MINUTE_MS)
    scene.way.gatewayUrl = gatewayUrl
    await scene.pharmacy.idle()
    expect(messagesTo(scene, phone)).toEqual([])
    expect((await logOf(scene)).at(-1)).toMatchObject({ state: 'suppressed', segments: 0 })
  })
})

describe('H39', () => {
  test('of a hundred verifications at once at most five are judged, and the right code is refused after them', async () => {
    const { phone, code } = await customerWithCode()
    const before = await triesCounted(scene)
    const wrong = Array.from({ length: 100 }, (_, n) => verify(scene, phone, otherThan(code, n + 1)))
    const statuses = new Set((await Promise.all(wrong)).map(({ status }) => status))
    expect(statuses).toEqual(new Set([422]))
    const after = await triesCounted(scene)
    expect((after['wrong'] ?? 0) - (before['wrong'] ?? 0)).toBe(5)
    expect((await verify(scene, phone, code)).status).toBe(422)
  })

  test('a hundred right ones at once give one ticket', async () => {
    const { phone, code } = await customerWithCode()
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(scene, phone, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['is slow', 'slow', 'handed_over', null],
    ['answers twice', 'twice', 'handed_over', null],
    ['is silent', 'silent', 'unknown', 'no_answer'],
    ['cuts the connection', 'cut', 'unknown', 'no_answer'],
    ['refuses', 'refuse', 'failed', 'refused'],
  ] as const)(
    'a provider that %s gets one message, and the log says what is known',
    async (_, behaviour, state, why) => {
      scene.provider.standIn.behaviour = behaviour
      const phone = await scene.knownPhone()
      expect(await ask(scene, phone)).toEqual(GOOD)
      await scene.pharmacy.idle()
      expect(messagesTo(scene, phone)).toHaveLength(1)
      expect((await logOf(scene)).at(-1)).toMatchObject({ state, reason: why })
      // What went out is good, whatever the provider said of it.
      expect((await verify(scene, phone, await codeTo(scene, phone))).status).toBe(200)
    },
  )
})

describe('a verification', () => {
  test('is refused in the same bytes whether the code is wrong, late, used, of no phone or never was', async () => {
    const wrong = await customerWithCode()
    const used = await customerWithCode()
    await ticketOf(used)
    const late = await customerWithCode()
    const asked = scene.unknownPhone()
    await ask(scene, asked)
    const refusals = [
      await verify(scene, wrong.phone, otherThan(wrong.code)),
      await verify(scene, used.phone, used.code),
      await verify(scene, asked, '123456'),
      await verify(scene, scene.unknownPhone(), '123456'),
      await verify(scene, 'no phone at all', '123456'),
    ]
    scene.clock.stepMs(5 * MINUTE_MS)
    refusals.push(await verify(scene, late.phone, late.code))
    expect(refusals[0]).toMatchObject({ status: 422, body: { reason: { code: 'sms_code_over' } } })
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
  })

  test('takes the right code at the fifth try', async () => {
    const { phone, code } = await customerWithCode()
    for (let n = 1; n <= 4; n += 1) await verify(scene, phone, otherThan(code, n))
    expect((await verify(scene, phone, code)).status).toBe(200)
  })
})

describe('a ticket', () => {
  test('is good once, for its phone alone, for ten minutes, to who registers', async () => {
    const customer = await customerWithCode()
    const ticket = await ticketOf(customer)
    const other = await customerWithCode()
    expect(await redeem(other.phone, ticket)).toMatch(/^422 /)
    expect(await redeem(customer.phone, ticket, 'portal')).toMatch(/^403 /)
    const both = await Promise.all([redeem(customer.phone, ticket), redeem(customer.phone, ticket, 'store')])
    expect(both.map((answer) => answer.slice(0, 3)).toSorted()).toEqual(['204', '422'])
    const late = await ticketOf(other)
    scene.clock.stepMs(10 * MINUTE_MS)
    expect(await redeem(other.phone, late)).toMatch(/^422 /)
  })
})

test('the log is for Admins, newest first, with the end of a number only', async () => {
  const { phone } = await customerWithCode()
  const { items, total } = await scene.pharmacy.call(pharmacyApi.listMessages, { query: { pageSize: '1' } })
  expect(total).toBeGreaterThan(1)
  expect(items).toMatchObject([
    { phoneTail: phone.slice(-2), state: 'handed_over', smsId: expect.any(Number) },
  ])
  const failed = await scene.pharmacy.call(pharmacyApi.listMessages, { query: { state: 'failed' } })
  expect(failed.items.map(({ state }) => state)).toEqual(Array.from(failed.items, () => 'failed'))
  const refused = await problemOf(scene.pharmacy.call(pharmacyApi.listMessages, { query: {} }, 'Support'))
  expect(refused.code).toBe('role_not_allowed')
})
