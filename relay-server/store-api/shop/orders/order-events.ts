// Something happens to an order: its step by the transition table, a row of its history, and what goes with it, all in the
// transaction of the caller. Locks: order, payment, coupon, coupon use, stock by product id.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreTransaction } from '../../database.ts'
import { withSavepoint } from '../../savepoint.queries.ts'
import { creditNoteFor } from '../invoices/credit-note.ts'
import { addInvoiceTask } from '../invoices/invoice-tasks.queries.ts'
import { insertRefund, lockCaptured } from '../payments/refunds.queries.ts'
import { giveCouponBack, holdStock, redeemCoupon, releaseStock, shipStock } from './holds.queries.ts'
import { appendStep } from './order-history.queries.ts'
import { orderTransition, type OrderEffect, type OrderEvent, type OrderTransition } from './order-states.ts'
import {
  addProviderTask,
  lockOrder,
  setCancelAsked,
  setOrderState,
  type LockedOrder,
} from './orders.queries.ts'

export interface Happened {
  readonly event: OrderEvent
  /** Who did it: an account, or the part of the platform. */
  readonly actor: string
  readonly traceId: string
}

/** False where the state of the order does not allow it: nothing was changed then. Throws ProblemError `not_found`. */
export async function applyOrderEvent(
  trx: StoreTransaction,
  orderId: number,
  happened: Happened,
): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  if (order === null) throw new ProblemError('not_found', 'There is no such order')
  const step = orderTransition(order.state, happened.event, {
    isLate: order.isLate,
    hasLivingPayment: order.paymentId !== null,
    isCancelAsked: order.isCancelAsked,
  })
  if (step === null) return false
  const { otherwise } = step
  if (otherwise === undefined) {
    await carryOut(trx, { order, step, happened })
    return true
  }
  await withSavepoint(trx, async () => carryOut(trx, { order, step, happened })).catch(
    async (error: unknown) => {
      if (!(error instanceof NotThere)) throw error
      await carryOut(trx, { order, step: { to: null, effects: [otherwise] }, happened })
    },
  )
  return true
}

/** What an order would have to hold again is gone. */
class NotThere extends Error {}

async function carryOut(
  trx: StoreTransaction,
  {
    order,
    step,
    happened: { event, actor, traceId },
  }: { readonly order: LockedOrder; readonly step: OrderTransition; readonly happened: Happened },
): Promise<void> {
  if (step.to !== null) {
    await setOrderState(trx, order.id, step.to)
    await appendStep(trx, {
      orderId: order.id,
      was: order.state,
      became: step.to,
      cause: event,
      actor,
      traceId,
    })
  }
  for (const effect of step.effects) await EFFECTS[effect](trx, order)
}

type Effect = (trx: StoreTransaction, order: LockedOrder) => Promise<void>

const tellBank =
  (kind: 'capture' | 'cancel'): Effect =>
  async (trx, { paymentId }) => {
    if (paymentId !== null) await addProviderTask(trx, paymentId, kind)
  }

const EFFECTS: Readonly<Record<OrderEffect, Effect>> = {
  release: async (trx, { id, couponId, customerId }) => {
    if (couponId !== null) await giveCouponBack(trx, { couponId, customerId })
    await releaseStock(trx, id)
  },
  hold: async (trx, { id, couponId, customerId }) => {
    if (couponId !== null && !(await redeemCoupon(trx, { couponId, customerId }))) throw new NotThere()
    if ((await holdStock(trx, id)).length > 0) throw new NotThere()
  },
  ship: async (trx, { id }) => shipStock(trx, id),
  invoice: async (trx, { id }) => addInvoiceTask(trx, id),
  credit: async (trx, { id }) => creditNoteFor(trx, { orderId: id, cause: 'cancelled', amountMinor: null }),
  ask_cancel: async (trx, { id }) => setCancelAsked(trx, id),
  capture_payment: tellBank('capture'),
  cancel_payment: tellBank('cancel'),
  refund_payment: refundAll,
}

/** All that is left of what came. */
async function refundAll(trx: StoreTransaction, { id, state }: LockedOrder): Promise<void> {
  const payment = await lockCaptured(trx, id)
  if (payment === null || payment.leftMinor === 0) return
  const cause = state === 'expired' ? 'too_late' : 'order_cancelled'
  await insertRefund(trx, payment, { amountMinor: payment.leftMinor, reason: '', cause, actor: 'orders' })
}
