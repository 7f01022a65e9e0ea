// The stand-in as shops and people meet it: keys, pages in three languages, ways back, events and their repeats, its file.
import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { closeServer, listen } from '../http/listen.ts'
import { startPaymentStandIn, type PaymentStandIn, type PaymentStandInOptions } from './stand-in.ts'
import { signed } from './webhook-sender.ts'

const API_KEY = 'a-key-of-the-tests-of-payments'
const SECRET = 'a-secret-of-the-tests-that-is-long-enough'
const RETURN_URL = 'https://shop.example/back?order=<1>'
/** As addresses are sent. */
const BACK = new URL(RETURN_URL).href
const SOON = { timeout: 120_000, interval: 20 }

interface Heard {
  readonly id: string
  readonly kind: string
  readonly isSigned: boolean
}

/** A shop that hears events; `status`: what it answers. */
const heard: Heard[] = []
let status = 200
let shop: Server
let webhookUrl = ''
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'payment-stand-in-'))
  shop = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts as Buffer[]).toString('utf8')
      const signature = String(request.headers['payment-signature'])
      const seconds = Number(/^t=(\d+)/.exec(signature)?.[1])
      const { id, kind } = JSON.parse(body) as { id: string; kind: string }
      heard.push({ id, kind, isSigned: signature === signed(body, SECRET, seconds * 1_000) })
      response.writeHead(status).end()
    })
  })
  webhookUrl = `http://127.0.0.1:${await listen(shop, { host: '127.0.0.1', port: 0, setting: 'none' })}/`
})
afterAll(async () => {
  await closeServer(shop, 0)
  rmSync(folder, { recursive: true })
})

let standIn: PaymentStandIn
let clock: SteppedClock
const start = async (more: Partial<PaymentStandInOptions> = {}) =>
  startPaymentStandIn({
    host: '127.0.0.1',
    port: 0,
    apiKey: API_KEY,
    webhook: { url: webhookUrl, secret: SECRET },
    clock,
    ...more,
  })
beforeEach(async () => {
  heard.length = 0
  status = 200
  clock = new SteppedClock()
  standIn = await start()
})
afterEach(() => standIn.stop())

interface Shown {
  readonly id: string
  readonly state: string
  readonly pageUrl: string
  readonly refundedMinor: number
}

async function api(method: string, at: string, given: { body?: unknown; key?: string; token?: string } = {}) {
  const response = await fetch(`${standIn.url}/v1/intents${at}`, {
    method,
    headers: {
      authorization: `Bearer ${given.token ?? API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': given.key ?? randomUUID(),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(given.body ?? {}) }),
  })
  return { status: response.status, body: (await response.json()) as Shown & { readonly code?: string } }
}

const newIntent = (language = 'en') => ({
  reference: randomUUID(),
  amountMinor: 12_540,
  currency: 'EUR',
  returnUrl: RETURN_URL,
  language,
})
const made = async (language?: string) => (await api('POST', '', { body: newIntent(language) })).body

async function press(pageUrl: string, step: string, form: Readonly<Record<string, string>> = {}) {
  const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const }
  const response = await fetch(`${pageUrl}/${step}`, init)
  return { status: response.status, to: response.headers.get('location'), html: await response.text() }
}
const CARD = { number: '4000 0000 0000 0001' }

describe('the API', () => {
  test('a key that comes again has the same answer, an error as well; with another request it is refused', async () => {
    const [key, body] = [randomUUID(), newIntent()]
    const first = await api('POST', '', { key, body })
    expect(await api('POST', '', { key, body })).toEqual(first)
    expect(standIn.intents.list()).toHaveLength(1)
    const other = { ...body, amountMinor: 1 }
    expect(await api('POST', '', { key, body: other })).toMatchObject({ status: 422 })
    const tooEarly = await api('POST', `/${first.body.id}/capture`, { key: 'capture' })
    expect(tooEarly).toMatchObject({ status: 409, body: { code: 'not_allowed' } })
    standIn.intents.act(first.body.id, { kind: 'card', number: '400000000003' })
    standIn.intents.act(first.body.id, { kind: 'answer', isApproved: true })
    expect(await api('POST', `/${first.body.id}/capture`, { key: 'capture' })).toEqual(tooEarly)
    clock.stepMs(86_400_000)
    expect((await api('POST', `/${first.body.id}/capture`, { key: 'capture' })).body.state).toBe('captured')
  })

  test('refunds are parts, and never more than was captured', async () => {
    const { id } = await made()
    standIn.intents.act(id, { kind: 'card', number: '4000000000000003' })
    await api('POST', `/${id}/capture`)
    const refund = async (amountMinor: number) => api('POST', `/${id}/refund`, { body: { amountMinor } })
    expect((await refund(12_000)).body.refundedMinor).toBe(12_000)
    expect((await refund(541)).status).toBe(409)
    expect((await refund(540)).body.refundedMinor).toBe(12_540)
  })

  test('without the right key nothing is told; away, everything fails; a lost answer was done', async () => {
    expect((await api('POST', '', { token: 'another', body: newIntent() })).status).toBe(401)
    standIn.switches.isAway = true
    expect((await api('POST', '', { body: newIntent() })).status).toBe(503)
    standIn.switches.isAway = false
    standIn.switches.lostReplies = 1
    await expect(api('POST', '', { body: newIntent() })).rejects.toThrow(/fetch failed/)
    expect(standIn.intents.list()).toHaveLength(1)
    expect((await api('POST', '', { body: { ...newIntent(), returnUrl: 'javascript:1' } })).status).toBe(400)
  })

  test('a page that nobody answers is over after a day, a promise of money after a week', async () => {
    const [waiting, promised] = [await made(), await made()]
    standIn.intents.act(promised.id, { kind: 'card', number: '4000000000000003' })
    clock.stepMs(86_400_000)
    expect((await api('GET', `/${waiting.id}`)).body).toMatchObject({ state: 'canceled', fault: 'abandoned' })
    expect((await api('GET', `/${promised.id}`)).body.state).toBe('authorised')
    clock.stepMs(6 * 86_400_000)
    expect((await api('GET', `/${promised.id}`)).body).toMatchObject({ fault: 'authorisation_over' })
  })
})

describe('the payment page', () => {
  test.each([
    ['en', 'Continue to the bank', 'Yes, pay', '€125.40'],
    ['de', 'Weiter zur Bank', 'Ja, bezahlen', '125,40'],
    ['tr', 'Bankaya devam et', 'Evet, öde', '€125,40'],
  ])('in %s: a card, the bank’s question, and back to the shop', async (language, pay, approve, amount) => {
    const { pageUrl, id } = await made(language)
    const first = await fetch(pageUrl)
    expect(first.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
    const text = await first.text()
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(pay)
    expect(text).toContain(amount)
    const card = await press(pageUrl, 'card', CARD)
    expect(card).toMatchObject({ status: 303, to: new URL(pageUrl).pathname })
    expect(await (await fetch(pageUrl)).text()).toContain(approve)
    expect(await press(pageUrl, 'answer', { answer: 'approve' })).toMatchObject({ status: 303, to: BACK })
    expect((await api('GET', `/${id}`)).body).toMatchObject({
      state: 'authorised',
      pageUrl: null,
      lastFour: '0001',
    })
    // Twice, and after the end: back to the shop, and nothing changes.
    expect(await press(pageUrl, 'answer', { answer: 'decline' })).toMatchObject({ to: BACK })
    expect((await api('GET', `/${id}`)).body.state).toBe('authorised')
  })

  test('cards end as their last digits say, a wrong number is said, and whoever leaves is back at the shop', async () => {
    const [declined, quick, wrong, left] = [await made(), await made(), await made(), await made()]
    await press(declined.pageUrl, 'card', { number: '4000-0000-0000-0002' })
    await press(quick.pageUrl, 'card', { number: '4000000000000003' })
    expect(await press(wrong.pageUrl, 'card', { number: '12' })).toMatchObject({ status: 422 })
    expect((await press(wrong.pageUrl, 'card', { number: '12' })).html).toContain('role="alert"')
    expect(await press(left.pageUrl, 'leave')).toMatchObject({ to: BACK })
    const states = [declined, quick, wrong, left].map(({ id }) => standIn.intents.find(id))
    expect(states).toMatchObject([
      { state: 'failed', fault: 'declined' },
      { state: 'authorised' },
      { state: 'requires_action' },
      { state: 'failed', fault: 'abandoned' },
    ])
  })

  test('C43: the way back is a form, or none at all', async () => {
    const { pageUrl } = await made()
    standIn.switches.returnBy = 'post'
    await press(pageUrl, 'card', { number: '4000000000000003' })
    const escaped = RETURN_URL.replace('<', '&#60;').replace('>', '&#62;')
    expect(await (await fetch(pageUrl)).text()).toContain(`<form method="post" action="${escaped}">`)
    standIn.switches.returnBy = 'never'
    expect(await (await fetch(pageUrl)).text()).toContain('You can close this window.')
    expect((await fetch(`${standIn.url}/pay/unknown`)).status).toBe(404)
  })
})

describe('events', () => {
  const kinds = () => heard.map(({ kind }) => kind)
  const step = async (count: number, ms = 0) => {
    clock.stepMs(ms)
    await expect.poll(() => heard.length, SOON).toBe(count)
  }

  test('each change is told, signed, again until somebody says 200', async () => {
    status = 500
    const { id } = await made()
    await step(1)
    await expect.poll(() => standIn.webhooks.deliveries[0]?.status, SOON).toBe(500)
    status = 200
    await step(2, 1_000)
    expect(heard[1]?.id).toBe(heard[0]?.id)
    standIn.intents.act(id, { kind: 'cancel' })
    await step(3)
    expect(kinds()).toEqual(['payment.requires_action', 'payment.requires_action', 'payment.canceled'])
    expect(heard.every(({ isSigned }) => isSigned)).toBe(true)
    await expect.poll(() => standIn.webhooks.deliveries.every(({ isTaken }) => isTaken), SOON).toBe(true)
  })

  test('twice, in disorder, or not at all, as its page was told', async () => {
    const behave = async (webhooks: string) => {
      const form = { webhooks, returnBy: 'get', slowMs: '0', lostReplies: '0' }
      const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const }
      expect((await fetch(`${standIn.url}/switches`, init)).status).toBe(303)
    }
    await behave('twice')
    const { id } = await made()
    await step(2)
    expect(heard[1]?.id).toBe(heard[0]?.id)
    await behave('off')
    await made()
    await behave('disorder')
    standIn.intents.act(id, { kind: 'card', number: '4000000000000003' })
    standIn.intents.act(id, { kind: 'capture' })
    standIn.intents.act(id, { kind: 'refund', amountMinor: 1 })
    await step(4)
    await step(5, 2_000)
    expect(kinds().slice(2)).toEqual(['payment.authorised', 'payment.refunded', 'payment.captured'])
    expect(await (await fetch(standIn.url)).text()).toContain('payment.refunded')
  })
})

test('what it holds is there after a restart', async () => {
  const file = path.join(folder, 'payments.json')
  const first = await start({ file })
  const { id } = first.intents.make({ ...newIntent(), language: 'de' })
  first.intents.act(id, { kind: 'card', number: '4000000000000003' })
  await first.stop()
  const second = await start({ file })
  expect(second.intents.find(id)).toMatchObject({ state: 'authorised', lastFour: '0003', language: 'de' })
  await second.stop()
})
