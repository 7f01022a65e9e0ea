// Text messages through a real HTTPS provider: one message or a clear failure, whatever it does.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { createApiClient } from '../../http/api-client.ts'
import { makeOwnCertificate } from '../../sms-provider/certificate.ts'
import { INTERNAL_KEY, bodyOf, refusalOf, startTestIdentity, type TestIdentity } from '../test-identity.ts'
import { sendSms } from './send-sms.ts'
import { readReply } from './provider-xml.ts'
import { startTestProvider, type TestProvider } from './test-provider.ts'

let provider: TestProvider
let identity: TestIdentity
beforeAll(async () => {
  provider = await startTestProvider()
  identity = await startTestIdentity(undefined, {}, { ...provider.options, timeoutMs: 2_000 })
})
afterAll(async () => {
  await identity.stop()
  await provider.stop()
})
beforeEach(() => identity.advance(3_600_001))
afterEach(() => {
  provider.standIn.behaviour = 'accept'
})

let count = 0
const message = (changes: Partial<SmsRequest> = {}): SmsRequest => ({
  idempotencyKey: `test-key-${(count += 1)}`,
  phone: '+441234567890',
  text: 'Your code is 123456 – <b>&amp; ğüş \u{1f48a}\nSecond line',
  ...changes,
})
const send = (body: SmsRequest, key = INTERNAL_KEY) => {
  const headers = { 'x-internal-key': key }
  const client = createApiClient({
    baseUrl: identity.baseUrl,
    timeoutMs: 20_000,
    headers: () => Promise.resolve(headers),
  })
  return client.call(identityApi.sendSms, bodyOf(body), { token: null })
}
const received = (body: SmsRequest) =>
  provider.standIn.received.filter(({ reference }) => reference === body.idempotencyKey)

async function pageOf({ options }: TestProvider): Promise<string> {
  const asked = get(options.url, { ca: options.authority ?? '' })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return text(response)
}

test('a message arrives as it was written, with user and password, and the log has neither text nor number', async () => {
  const body = message()
  expect(await send(body)).toMatchObject({ state: 'sent', fault: null })
  const { user, password, sender } = provider.options
  expect(received(body)).toMatchObject([{ to: body.phone, text: body.text, user, password, sender }])
  const rows = JSON.stringify(await identity.database.db.selectFrom('SmsLogs').selectAll().execute())
  expect(rows).toContain('"phoneEnd":"7890"')
  expect(rows).not.toMatch(/123456|Second line|4412345/)
  const page = await pageOf(provider)
  expect(page).toContain('+441234567890')
  expect(page).not.toContain('<b>')
})

describe('the same key', () => {
  test('again, in turn and thirty times at once, is one message', async () => {
    const body = message()
    const all = await Promise.all(Array.from({ length: 30 }, () => send(body)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.filter(({ state }) => state === 'sent').length).toBeGreaterThan(0)
    expect(await send(body)).toMatchObject({ state: 'sent' })
    expect(received(body)).toHaveLength(1)
    // It counted once: the number has nine more.
    for (let other = 0; other < 9; other += 1) expect(await send(message())).toMatchObject({ state: 'sent' })
    const { code } = await refusalOf(send(message()))
    expect(code).toBe('rate_limited')
  })

  test('with another text is refused', async () => {
    const body = message()
    await send(body)
    const { code, message: words } = await refusalOf(send({ ...body, text: 'Something else' }))
    expect([code, words]).toEqual(['state_conflict', 'this key was used for another message'])
    expect(received(body)).toHaveLength(1)
  })
})

describe('a provider', () => {
  test.each([
    ['cuts the connection', 'cut', 'no_answer'],
    ['never answers', 'silent', 'no_answer'],
    ['answers what nobody understands', 'garbage', 'answer_unreadable'],
    ['answers 500', 'fail', 'answer_unreadable'],
    ['says its answer twice in one', 'doubled', 'answer_unreadable'],
  ] as const)('that %s leaves it unknown, and it is not sent again', async (_name, behaviour, fault) => {
    provider.standIn.behaviour = behaviour
    const body = message()
    expect(await send(body)).toMatchObject({ state: 'unknown', fault })
    provider.standIn.behaviour = 'accept'
    expect(await send(body)).toMatchObject({ state: 'unknown', fault })
    expect(received(body)).toHaveLength(1)
  })

  test.each([
    ['is slow', 'slow'],
    ['answers twice', 'twice'],
  ] as const)('that %s has sent it once, also for who asks again meanwhile', async (_name, behaviour) => {
    provider.standIn.behaviour = behaviour
    const body = message()
    const both = await Promise.all([send(body), send(body)])
    expect(both.map(({ state }) => state)).toContain('sent')
    provider.standIn.behaviour = 'accept'
    expect(await send(body)).toMatchObject({ state: 'sent' })
    expect(received(body)).toHaveLength(1)
  })

  test('that refuses is believed, for good, and the message is counted as failed once', async () => {
    const failed = async (): Promise<number> => {
      const text = await identity.registry.metrics()
      return Number(/identity_sms_total\{state="failed"\} (\d+)/.exec(text)?.[1] ?? 0)
    }
    const before = await failed()
    provider.standIn.behaviour = 'refuse'
    const body = message()
    expect(await send(body)).toMatchObject({ state: 'failed', fault: 'refused' })
    provider.standIn.behaviour = 'accept'
    expect(await send(body)).toMatchObject({ state: 'failed', fault: 'refused' })
    expect(received(body)).toHaveLength(1)
    expect(await failed()).toBe(before + 1)
  })

  test('that is away, or is another one by its certificate, got nothing: the same key is sent when it is back', async () => {
    const { sms } = identity.parts
    if (sms === null) throw new Error('no SMS')
    const body = message()
    const away = { ...sms, provider: { ...sms.provider, url: 'https://127.0.0.1:9/send' } }
    expect(await sendSms(away, body)).toMatchObject({ state: 'failed', fault: 'unreachable' })
    const { cert } = await makeOwnCertificate(new Date())
    const other = { ...sms, provider: { ...sms.provider, authority: cert } }
    expect(await sendSms(other, body)).toMatchObject({ state: 'failed', fault: 'unreachable' })
    expect(received(body)).toEqual([])
    const both = await Promise.all([send(body), send(body)])
    expect(both.map(({ state }) => state)).toContain('sent')
    expect(received(body)).toHaveLength(1)
  })
})

test('a call whose process ended is unknown after a minute, and is not made again', async () => {
  const body = message()
  const { id } = await send(body)
  const { db } = identity.database
  await db
    .updateTable('SmsLogs')
    .set({ state: 'sending', startedAt: identity.parts.now() })
    .where('id', '=', id)
    .execute()
  expect(await send(body)).toMatchObject({ state: 'sending' })
  identity.advance(60_001)
  expect(await send(body)).toMatchObject({ state: 'unknown', fault: 'ended' })
  expect(received(body)).toHaveLength(1)
})

test('a number gets ten messages an hour', async () => {
  const phone = '+441111111111'
  for (let n = 0; n < 10; n += 1) await send(message({ phone }))
  const refused = await refusalOf(send(message({ phone })))
  expect(refused.code).toBe('rate_limited')
  await send(message({ phone: '+441111111112' }))
})

test('J09 the internal key is asked, and not believed together with the stamp of the gateway', async () => {
  expect((await refusalOf(send(message(), 'x'.repeat(40)))).code).toBe('token_invalid')
  const body = message()
  const response = await fetch(`${identity.baseUrl}${identityApi.sendSms.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-internal-key': INTERNAL_KEY, 'x-gateway-stamp': '1' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(403)
  expect(received(body)).toEqual([])
})

test.each([
  ['', null],
  ['<result><status>maybe</status></result>', null],
  ['<!DOCTYPE r [<!ENTITY a "aaaa">]><result><status>&a;</status></result>', null],
  ['<result><status>accepted</status><id>7</id></result>', { isAccepted: true, id: '7', code: null }],
  ['<result><status>refused</status><code>21</code></result>', { isAccepted: false, id: null, code: '21' }],
])('the reply %j is read', (xml, read) => {
  expect(readReply(xml)).toEqual(read)
})
