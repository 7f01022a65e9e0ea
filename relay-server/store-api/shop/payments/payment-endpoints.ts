// The endpoints of payments. Where something must be told to the provider it is told at once, not with the next round.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import { buyerOf } from '../buyers.ts'
import { takePaymentEvent } from './payment-events.ts'
import { findPanelPayment, pageOfPayments } from './panel-payments.queries.ts'
import type { PaymentParts } from './payment-parts.ts'
import { retryTasks } from './provider-tasks.queries.ts'
import { refundOrder } from './refund-order.ts'
import { listOwnPayments, startPayment } from './start-payment.ts'

export interface PaymentEndpointParts {
  readonly payments: PaymentParts & { readonly wake: () => void }
}

export function paymentHandlers({ payments }: PaymentEndpointParts) {
  const { db, wake } = payments
  return {
    startPayment: async ({ caller, params, body, idempotency, traceId }) => {
      const start = { buyer: buyerOf(caller), ...params, ...body, idempotency, traceId }
      return startPayment(payments, start).finally(wake)
    },
    listOwnPayments: async ({ caller, params, traceId }) => ({
      payments: await listOwnPayments(payments, { buyer: buyerOf(caller), ...params }, traceId).finally(wake),
    }),
    takePaymentEvent: async ({ body, traceId }) => ({
      taken: await takePaymentEvent(payments, body, traceId).finally(wake),
    }),
    listPayments: async ({ query }) => pageOfPayments(db, query),
    refundOrder: async ({ caller, params, body, version, idempotency }) =>
      refundOrder(db, { ...params, version, request: body, caller }, idempotency).finally(wake),
    retryPayment: async ({ caller, params }) => retry(payments, caller, params.paymentId).finally(wake),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}

/** Throws ProblemError `not_found`. */
async function retry({ db }: PaymentParts, caller: Caller, paymentId: string) {
  const payment = await findPanelPayment(db, paymentId)
  if (payment === null) throw new ProblemError('not_found', 'There is no such payment')
  await db.transaction().execute(async (trx) => {
    if ((await retryTasks(trx, paymentId)) === 0) return
    await recordStaffOperation(trx, caller, {
      action: 'payment.retry',
      customerId: payment.customerId,
      computerId: null,
      summary: `Told the payment provider once more what was given up for order ${payment.orderNumber}`,
    })
  })
  return (await findPanelPayment(db, paymentId)) ?? payment
}
