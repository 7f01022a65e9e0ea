// Staff give money back: a part or all of what is here, never more, however many press at once.
import type { Refund, RefundRequest } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { MAX_REFUNDS } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import type { Idempotency } from '../../../http/idempotency-key.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { once } from '../repeats/once.ts'
import { lockVersion, raiseOrderVersion } from './order-version.queries.ts'
import { insertRefund, lockCaptured, type CapturedPayment } from './refunds.queries.ts'

export interface RefundOrder {
  readonly number: string
  /** Of the order, as it was seen. */
  readonly version: number
  readonly request: RefundRequest
  readonly caller: Caller
}

/** Throws ProblemError `not_found`, `version_stale`, `state_conflict`. */
export async function refundOrder(
  db: StoreDb,
  refund: RefundOrder,
  idempotency: Idempotency,
): Promise<Refund> {
  return once(db, { caller: refund.caller.subject, idempotency }, async (trx) => makeRefund(trx, refund))
}

async function makeRefund(trx: StoreTransaction, refund: RefundOrder): Promise<Refund> {
  const { number, version, request, caller } = refund
  const order = await lockVersion(trx, number)
  if (order === null) throw new ProblemError('not_found', 'There is no such order')
  if (order.version !== version)
    throw new ProblemError(
      'version_stale',
      `Somebody else changed this; it is at version ${order.version} now`,
    )
  const captured = await lockCaptured(trx, order.id)
  const { amountMinor, payment } = amountOf(captured, request.amountMinor)
  const draft = { amountMinor, reason: request.reason, cause: 'staff' as const, actor: caller.subject }
  const made = await insertRefund(trx, payment, draft)
  await raiseOrderVersion(trx, order.id)
  await recordStaffOperation(trx, caller, {
    action: 'order.refund',
    customerId: order.customerId,
    computerId: null,
    summary: `Refunded a part or all of order ${number}`,
    after: { order: number, amountMinor, currency: order.currency, reason: request.reason },
  })
  return made
}

function amountOf(payment: CapturedPayment | null, asked: number | null) {
  if (payment === null) throw new ProblemError('state_conflict', 'No money of this order is here')
  if (payment.refunds >= MAX_REFUNDS)
    throw new ProblemError('state_conflict', `There were ${MAX_REFUNDS} refunds of this order already`)
  const amountMinor = asked ?? payment.leftMinor
  if (amountMinor >= 1 && amountMinor <= payment.leftMinor) return { amountMinor, payment }
  const errors = [{ path: 'body.amountMinor', message: `must be at most ${payment.leftMinor}` }]
  throw new ProblemError('state_conflict', `Only ${payment.leftMinor} is left to be refunded`, { errors })
}
