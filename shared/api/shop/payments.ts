// Payments of an order: an attempt at the provider's page, what became of it, and what goes back. Staff see all of them.
import { z } from 'zod'
import { Id, Instant, Uuid, lineOfText } from '../../ids.ts'
import { Language } from '../../texts/languages.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { SHOP_ROLES } from '../access.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { SumMinor } from './amounts.ts'
import { TaxTotal } from './baskets.ts'
import { OrderNumber } from './orders.ts'
import { MAX_PAGED } from './products.ts'

/**
 * `created`: the provider was not heard yet. `requires_action`: a person must go to its page. `authorised`: the money is promised,
 * `captured`: it is here. An attempt only moves on in this order; after `failed` or `canceled` another one may begin.
 */
export const PAYMENT_STATES = [
  'created',
  'requires_action',
  'authorised',
  'captured',
  'failed',
  'canceled',
] as const
export const PaymentState = growing(z.enum(PAYMENT_STATES), 'created').meta({ id: 'PaymentState' })
export type PaymentState = z.infer<typeof PaymentState>

/** Why an attempt failed or was canceled; `abandoned`: nobody came back from the page in time. */
export const PaymentFault = growing(
  z.enum(['declined', 'not_confirmed', 'abandoned', 'withdrawn', 'authorisation_over', 'other']),
  'other',
).meta({ id: 'PaymentFault' })
export type PaymentFault = z.infer<typeof PaymentFault>

/**
 * `too_late`: the money came for an order that was over, and its goods were gone. `provider`: somebody gave it back at the provider's own
 * page; nobody here asked for it.
 */
export const RefundCause = growing(
  z.enum(['staff', 'order_cancelled', 'too_late', 'provider', 'other']),
  'other',
)
export type RefundCause = z.infer<typeof RefundCause>

/** `failed`: the provider refused it; its amount can be refunded again. */
export const RefundState = growing(z.enum(['asked', 'done', 'failed']), 'asked')

const refund = {
  id: Uuid,
  amountMinor: SumMinor.min(1),
  cause: RefundCause,
  state: RefundState,
  at: Instant,
  doneAt: Instant.nullable(),
}

export const MAX_REFUNDS = 100

const payment = {
  id: Uuid,
  state: PaymentState,
  amountMinor: SumMinor,
  capturedMinor: SumMinor,
  /** As the provider said. */
  refundedMinor: SumMinor,
  /** Of the card. */
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  fault: PaymentFault.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
}

export const Payment = z
  .strictObject({
    ...payment,
    /** The provider's page, where a person must go: while it is `requires_action` only. */
    redirectUrl: z.url().max(2_000).nullable(),
    refunds: z.array(z.strictObject(refund)).max(MAX_REFUNDS),
  })
  .meta({ id: 'Payment' })
export type Payment = z.infer<typeof Payment>

export const Refund = z
  .strictObject({
    ...refund,
    /** In the words of who asked for it; empty where the platform did. */
    reason: z.string().max(200),
    /** Its part of each rate of the order; together its amount. */
    taxes: z.array(TaxTotal).max(100),
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

export const RefundRequest = z
  .strictObject({
    /** Null: all that was not refunded yet. */
    amountMinor: SumMinor.min(1).nullable(),
    reason: lineOfText(200),
  })
  .meta({ id: 'RefundRequest' })
export type RefundRequest = z.infer<typeof RefundRequest>

/** What the provider must still be told. `fault`: why the last try did not do; `isGivenUp`: no further try is made by itself. */
const PaymentTask = z.strictObject({
  kind: growing(z.enum(['capture', 'cancel', 'refund', 'other']), 'other'),
  tries: z.int().min(0),
  fault: z.string().max(60).nullable(),
  isDone: z.boolean(),
  isGivenUp: z.boolean(),
})

export const PanelPayment = z
  .strictObject({
    ...payment,
    orderNumber: OrderNumber,
    customerId: Id,
    customerName: z.string().max(120),
    refunds: z.array(Refund).max(MAX_REFUNDS),
    tasks: z.array(PaymentTask).max(MAX_REFUNDS + 2),
  })
  .meta({ id: 'PanelPayment' })
export type PanelPayment = z.infer<typeof PanelPayment>

/** Attempts of one order. */
export const MAX_ATTEMPTS = 20

const OWN_PAYMENTS = '/api/v1/store/orders/{number}/payments'
const PANEL_PAYMENTS = '/api/v1/panel/payments'
const orderParams = z.strictObject({ number: OrderNumber })

export const shopPaymentsApi = {
  startPayment: endpoint({
    method: 'POST',
    path: OWN_PAYMENTS,
    summary:
      'Pay an order: send the browser to redirectUrl. One attempt at a time: while one is under way every call gets that one. upstream_timeout: the provider did not answer, and is asked again by itself',
    access: SHOP_ROLES,
    params: orderParams,
    body: z.strictObject({
      /** Where the provider sends the browser afterwards, by GET; it says nothing of what became of the payment. */
      returnUrl: z.url({ protocol: /^https?$/ }).max(1_000),
      /** Of the provider's page. */
      language: Language,
    }),
    idempotent: true,
    reply: { status: 201, schema: Payment },
    refusals: ['state_conflict', 'upstream_timeout', 'upstream_unavailable'],
  }),
  listOwnPayments: endpoint({
    method: 'GET',
    path: OWN_PAYMENTS,
    summary:
      'Attempts to pay an order, newest first. Asks the provider where its word is missing, at most every 2 seconds',
    access: SHOP_ROLES,
    params: orderParams,
    reply: { status: 200, schema: z.strictObject({ payments: z.array(Payment).max(MAX_ATTEMPTS) }) },
  }),
  takePaymentEvent: endpoint({
    method: 'POST',
    path: '/api/v1/store/payment-events',
    summary:
      'What the provider says of a payment, signed: Payment-Signature t=SECONDS,v1=HMAC-SHA256 of t.BODY, at most 300 s old. Each event counts once, in whatever order they come',
    access: 'public',
    signed: true,
    maxBodyBytes: 65_536,
    reply: {
      status: 200,
      schema: z.strictObject({
        /** `again`: was heard before; `unknown`: of no payment of this shop. */
        taken: growing(z.enum(['new', 'again', 'unknown']), 'unknown'),
      }),
    },
  }),
  listPayments: endpoint({
    method: 'GET',
    path: PANEL_PAYMENTS,
    summary:
      'Attempts to pay, newest first; those of an order, in a state, or that need somebody’s attention',
    access: STAFF_ROLES,
    query: z
      .strictObject({
        page: paging.page,
        pageSize: paging.pageSize,
        number: OrderNumber.optional(),
        state: z.enum(PAYMENT_STATES).optional(),
        /** Something that the provider had to be told was given up. */
        attention: z.literal('true').optional(),
      })
      .refine(({ page, pageSize }) => page * pageSize <= MAX_PAGED, {
        path: ['page'],
        message: `must end within ${MAX_PAGED} rows`,
      }),
    /** `total` is counted up to 10,000. */
    reply: { status: 200, schema: pageOf(PanelPayment).extend({ totalIsExact: z.boolean() }) },
  }),
  refundOrder: endpoint({
    method: 'POST',
    path: '/api/v1/panel/orders/{number}/refunds',
    summary: 'Give back a part or all of what was paid; state_conflict for more than is left',
    access: ['Admin', 'SuperSupport'],
    params: orderParams,
    body: RefundRequest,
    versioned: true,
    idempotent: true,
    reply: { status: 201, schema: Refund },
    refusals: ['state_conflict'],
  }),
  retryPayment: endpoint({
    method: 'POST',
    path: `${PANEL_PAYMENTS}/{paymentId}/retry`,
    summary: 'Tell the provider once more what was given up',
    access: ['Admin', 'SuperSupport'],
    params: z.strictObject({ paymentId: Uuid }),
    reply: { status: 200, schema: PanelPayment },
  }),
} as const satisfies EndpointTable
