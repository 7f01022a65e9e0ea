// A store API with the payment stand-in beside it, for tests of payments: what a buyer, the bank and staff do.
import { randomUUID } from 'node:crypto'
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { PanelPayment, Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { startPaymentStandIn, type PaymentStandIn } from '../../../payment-provider/stand-in.ts'
import { signed } from '../../../payment-provider/webhook-sender.ts'
import { storeApi, startPlace, type Place } from '../../test/test-app.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { PaymentParts } from '../payments/payment-parts.ts'
import { createHttpProvider } from '../payments/provider/http-provider.ts'
import type { PaymentProvider } from '../payments/provider/provider.ts'
import type { TestBuyer } from './buyers.ts'

export const WEBHOOK_SECRET = 'a-secret-of-the-tests-that-is-long-enough'
export const BANK_KEY = 'a-key-of-the-tests-of-payments'
const TIMEOUT_MS = 5_000

export interface PayingPlace extends Place {
  readonly standIn: PaymentStandIn
  /** For what a test does in place of the worker. */
  readonly parts: PaymentParts
}

/** Its webhooks come, unless a test switches them off. */
export async function startPayingPlace(name: string): Promise<PayingPlace> {
  const webhook = { url: '', secret: WEBHOOK_SECRET }
  const standIn = await startPaymentStandIn({ host: '127.0.0.1', port: 0, apiKey: BANK_KEY, webhook })
  const provider = providerOf(standIn)
  const place = await startPlace(name, { paymentProvider: provider })
  webhook.url = `${place.site.baseUrl}/api/v1/store/payment-events`
  return {
    ...place,
    standIn,
    parts: {
      db: place.store.db,
      provider,
      clock: systemClock,
      random: { uuid: randomUUID, fraction: () => 0 },
      logger: silentLogger,
    },
    stop: async () => {
      await standIn.stop()
      await place.stop()
    },
  }
}

/** As the shop reaches it; `timeoutMs`: of who loses patience. */
export function providerOf({ url }: PaymentStandIn, timeoutMs = TIMEOUT_MS): PaymentProvider {
  return createHttpProvider({ url, apiKey: BANK_KEY, webhookSecrets: [WEBHOOK_SECRET], timeoutMs })
}

export const RETURN_URL = 'https://shop.example/orders/back'

export async function pay(
  { site }: Place,
  { token }: Pick<TestBuyer, 'token'>,
  { number, key = randomUUID() }: { readonly number: string; readonly key?: string },
): Promise<Payment> {
  const body = { returnUrl: RETURN_URL, language: 'en' as const }
  return site.call(storeApi.startPayment, { params: { number }, body }, { token, idempotencyKey: key })
}

/** What the person does at the provider, by its page's own requests: a card, and the bank's question where there is one. */
export async function atTheBank(
  { redirectUrl }: Pick<Payment, 'redirectUrl'>,
  {
    card = '4000000000000001',
    answer = 'approve',
  }: { readonly card?: string; readonly answer?: string } = {},
): Promise<void> {
  const post = async (step: string, form: Record<string, string>) => {
    const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' as const }
    await (await fetch(`${redirectUrl ?? ''}/${step}`, init)).text()
  }
  await post('card', { number: card })
  await post('answer', { answer })
}

export async function paymentsOf({ site }: Place, number: string): Promise<PanelPayment[]> {
  const query = { number, page: '1', pageSize: '50' }
  return (await site.call(storeApi.listPayments, { query })).items
}

/** Sends an event as the provider does; what came back. */
export async function sendEvent(
  { site }: Pick<Place, 'site'>,
  event: unknown,
  { secret = WEBHOOK_SECRET, at = Date.now(), signature }: EventSender = {},
): Promise<{ readonly status: number; readonly taken: unknown }> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json',
    'payment-signature': signature ?? signed(body, secret, at),
  }
  const response = await fetch(`${site.baseUrl}/api/v1/store/payment-events`, {
    method: 'POST',
    headers,
    body,
  })
  const reply = (await response.json()) as { readonly taken?: unknown }
  return { status: response.status, taken: reply.taken }
}

export interface EventSender {
  readonly secret?: string
  readonly at?: number
  readonly signature?: string
}

export async function refund(
  { site }: Place,
  order: Pick<Order, 'number' | 'version'>,
  amountMinor: number | null,
) {
  return site.call(
    storeApi.refundOrder,
    { params: { number: order.number }, body: { amountMinor, reason: 'One roll was torn' } },
    { version: order.version, idempotencyKey: randomUUID() },
  )
}
