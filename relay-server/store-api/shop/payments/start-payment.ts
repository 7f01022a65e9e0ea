// Paying an order: one attempt at a time, whichever tab and key asks, and the page at the provider where a person goes.
import type { Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { MAX_ATTEMPTS } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import type { Idempotency } from '../../../http/idempotency-key.ts'
import type { StoreTransaction } from '../../database.ts'
import type { Buyer } from '../buyers.ts'
import { orderIdOf } from '../orders/orders.queries.ts'
import { once } from '../repeats/once.ts'
import { askProvider } from './ask-provider.ts'
import type { PaymentParts } from './payment-parts.ts'
import { claimAsk, insertPayment, lockPayableOrder, paymentsOf } from './payments.queries.ts'
import { ProviderFault } from './provider/provider.ts'

export interface PaymentStart {
  readonly buyer: Buyer
  readonly number: string
  readonly returnUrl: string
  readonly language: Language
  readonly idempotency: Idempotency
  readonly traceId: string
}

/** How long a page that shows a payment leaves the provider alone, ms. */
const QUIET_MS = 2_000

/**
 * Nobody waits for the provider with a lock. Throws ProblemError `not_found`, `state_conflict`; `upstream_timeout` and
 * `upstream_unavailable` where the provider was not heard: the attempt stays, and is asked about again.
 */
export async function startPayment(parts: PaymentParts, start: PaymentStart): Promise<Payment> {
  const { buyer, idempotency, traceId } = start
  const { paymentId, orderId } = await once(
    parts.db,
    { caller: buyer.accountGuid, idempotency },
    async (trx) => livingAttempt(trx, start),
  )
  const made = await shown(parts, orderId, paymentId)
  // One that the provider was not heard of is asked about by every press: the key lets it be made once.
  if (made.state !== 'created' && !(await claimAsk(parts.db, paymentId, QUIET_MS))) return made
  await askProvider(parts, paymentId, traceId).catch((error: unknown) => {
    throw unheard(error)
  })
  return shown(parts, orderId, paymentId)
}

async function shown({ db }: PaymentParts, orderId: number, paymentId: string): Promise<Payment> {
  const payment = (await paymentsOf(db, orderId)).find(({ id }) => id === paymentId)
  if (payment === undefined) throw new Error('A payment of an order was not found')
  return payment
}

/** The one that is under way or has the money, or a new one. */
async function livingAttempt(
  trx: StoreTransaction,
  { buyer: { customerId }, number, returnUrl, language }: PaymentStart,
): Promise<{ paymentId: string; orderId: number }> {
  const order = await lockPayableOrder(trx, { number, customerId })
  if (order === null) throw new ProblemError('not_found', 'There is no such order')
  const { id: orderId, paymentId } = order
  if (paymentId !== null) return { paymentId, orderId }
  if (order.state !== 'awaiting_payment' || order.isLate || order.isCancelAsked)
    throw new ProblemError('state_conflict', 'This order cannot be paid any more')
  if (order.attempts >= MAX_ATTEMPTS)
    throw new ProblemError('state_conflict', `There were ${MAX_ATTEMPTS} attempts to pay this order already`)
  const { totalMinor: amountMinor } = order
  return { orderId, paymentId: await insertPayment(trx, { orderId, amountMinor, returnUrl, language }) }
}

/** Asks the provider where its word is missing; without an answer what is known is shown. Throws ProblemError `not_found`. */
export async function listOwnPayments(
  parts: PaymentParts,
  { buyer: { customerId }, number }: Pick<PaymentStart, 'buyer' | 'number'>,
  traceId: string,
): Promise<Payment[]> {
  const orderId = await orderIdOf(parts.db, { number, customerId })
  if (orderId === null) throw new ProblemError('not_found', 'There is no such order')
  const payments = await paymentsOf(parts.db, orderId)
  const open = payments.find(({ state }) => state === 'created' || state === 'requires_action')
  if (open === undefined || !(await claimAsk(parts.db, open.id, QUIET_MS))) return payments
  await askProvider(parts, open.id, traceId).catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error
  })
  return paymentsOf(parts.db, orderId)
}

function unheard(error: unknown): unknown {
  if (!(error instanceof ProviderFault)) return error
  return error.kind === 'no_answer'
    ? new ProblemError('upstream_timeout', 'The payment provider did not answer in time; it is asked again')
    : new ProblemError('upstream_unavailable', 'The payment provider cannot be reached; it is asked again')
}
