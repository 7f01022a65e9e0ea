// What the provider says becomes known, in one transaction with what it means to the order. Reply, webhook and question alike.
import type { StoreTransaction } from '../../database.ts'
import { applyOrderEvent } from '../orders/order-events.ts'
import { merged } from './payment-word.ts'
import { lockPayment, updatePayment } from './payments.queries.ts'
import { keepOutsideRefund } from './refunds.queries.ts'
import type { PaymentWord } from './provider/provider.ts'

/** Whose word it is, in the history of the order. */
const ACTOR = 'payment provider'

/**
 * `known`: nothing of it is new. `unknown`: there is no such payment. `contradiction`: it cannot be true of this payment; nothing was
 * changed, and a person must look.
 */
export type MergeOutcome = 'changed' | 'known' | 'unknown' | 'contradiction'

export async function mergeWord(
  trx: StoreTransaction,
  said: PaymentWord,
  traceId: string,
): Promise<MergeOutcome> {
  const payment = await lockPayment(trx, said.reference)
  if (payment === null) return 'unknown'
  const { orderId, ...known } = payment
  const news = merged(known, said)
  if (news === null) return 'known'
  if (news === 'contradiction') return news
  await updatePayment(trx, said.reference, news.known)
  if (news.known.refundedMinor > known.refundedMinor) await keepOutsideRefund(trx, said.reference)
  if (news.event !== null) await applyOrderEvent(trx, orderId, { event: news.event, actor: ACTOR, traceId })
  return 'changed'
}
