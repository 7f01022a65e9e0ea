// Orders as the pharmacy that placed them sees them.
import { z } from 'zod'
import { Id, Instant, Uuid } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { SHOP_ROLES } from '../access.ts'
import { endpoint, paging, type EndpointTable } from '../endpoint.ts'
import { BasisPoints, Currency, MAX_LINES, MAX_QUANTITY, PriceMinor, SumMinor } from './amounts.ts'
import { Cart, Totals, type TaxTotal } from './baskets.ts'
import { AddressFields } from './customer.ts'

export type { TaxTotal }

/** `authorised`: the money is promised, `paid`: it is here. Where each may become another stands in shop/orders/order-states.ts. */
export const ORDER_STATES = [
  'awaiting_payment',
  'authorised',
  'paid',
  'shipped',
  'completed',
  'expired',
  'cancelled',
] as const
export const OrderState = growing(z.enum(ORDER_STATES), 'awaiting_payment').meta({ id: 'OrderState' })
export type OrderState = z.infer<typeof OrderState>

/** Copied: what is changed or removed later stays as it was agreed. */
export const OrderAddress = AddressFields.clone().meta({ id: 'OrderAddress' })
export type OrderAddress = z.infer<typeof OrderAddress>

export const OrderLine = z
  .strictObject({
    productId: Id,
    sku: z.string().max(40),
    name: z.string().max(200),
    quantity: z.int().min(1).max(MAX_QUANTITY),
    priceMinor: PriceMinor,
    taxBp: BasisPoints,
    netMinor: SumMinor,
    /** The part of the discount that falls on the line. */
    discountMinor: SumMinor,
  })
  .meta({ id: 'OrderLine' })
export type OrderLine = z.infer<typeof OrderLine>

/** Eight letters, of which none says how many orders there are. */
export const OrderNumber = z.string().regex(/^[A-Z]{8}$/, 'must be eight letters')

const brief = {
  number: OrderNumber,
  state: OrderState,
  currency: Currency,
  totalMinor: SumMinor,
  placedAt: Instant,
  /** Until when its pieces are held; null once it is paid or promised. */
  expiresAt: Instant.nullable(),
}

/** How it went out. The tracking number is empty where the carrier gives none. */
export const OrderShipment = z.strictObject({
  carrier: z.string().max(60),
  trackingNumber: z.string().max(60),
  at: Instant,
})
export type OrderShipment = z.infer<typeof OrderShipment>

/** Null: it is still here. Absent where it is not asked for: just placed or cancelled, and in lists of staff. */
const shipment = OrderShipment.nullable().optional()

export const OrderSummary = z.strictObject({ ...brief, shipment }).meta({ id: 'OrderSummary' })
export type OrderSummary = z.infer<typeof OrderSummary>

export const Order = z
  .strictObject({
    ...brief,
    totals: Totals,
    couponCode: z.string().max(40).nullable(),
    customerName: z.string().max(120),
    address: OrderAddress,
    lines: z.array(OrderLine).min(1).max(MAX_LINES),
    /** Somebody asked to cancel it while the bank was asked; it ends as soon as the bank answers. */
    isCancelAsked: z.boolean(),
    version: z.int().min(1),
    shipment,
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

/** Why an order is in its state. */
export const OrderCause = growing(
  z.enum([
    ...([
      'placed',
      'free',
      'authorised',
      'captured',
      'payment_ended',
      'late',
      'cancelled_by_customer',
    ] as const),
    ...(['cancelled_by_staff', 'shipped', 'delivered', 'other'] as const),
  ]),
  'other',
).meta({ id: 'OrderCause' })
export type OrderCause = z.infer<typeof OrderCause>

export const OrderStep = z
  .strictObject({
    seq: z.int().min(1),
    was: OrderState.nullable(),
    became: OrderState,
    cause: OrderCause,
    at: Instant,
    traceId: z.string().max(32),
    /** SHA-256 over the step and the one before. */
    hash: z.string().length(64),
  })
  .meta({ id: 'OrderStep' })
export type OrderStep = z.infer<typeof OrderStep>

export const OrderPlacement = z
  .strictObject({
    cartId: Uuid,
    /** As it was seen, with the total: another one is refused and shown anew. */
    cartVersion: z.int().min(1),
    totalSeenMinor: SumMinor,
    addressId: Id,
  })
  .meta({ id: 'OrderPlacement' })
export type OrderPlacement = z.infer<typeof OrderPlacement>

const ORDERS = '/api/v1/store/orders'
const ORDER = `${ORDERS}/{number}`
const orderParams = z.strictObject({ number: OrderNumber })

export const shopOrdersApi = {
  placeOrder: endpoint({
    method: 'POST',
    path: ORDERS,
    summary:
      'Order a basket: its pieces are held for 20 minutes. Once for each basket. state_conflict says in errors what changed: lines.PRODUCT.stock, price, inactive or minimum, coupon, total, version',
    access: SHOP_ROLES,
    body: OrderPlacement,
    idempotent: true,
    reply: { status: 201, schema: Order },
    refusals: ['state_conflict', 'not_found'],
  }),
  listOwnOrders: endpoint({
    method: 'GET',
    path: ORDERS,
    summary: 'Orders of the own pharmacy, newest first',
    access: SHOP_ROLES,
    query: z.strictObject({
      pageSize: paging.pageSize,
      /** `next` of the page before. */
      after: OrderNumber.optional(),
    }),
    reply: {
      status: 200,
      schema: z.strictObject({ items: z.array(OrderSummary).max(200), next: OrderNumber.nullable() }),
    },
  }),
  getOwnOrder: endpoint({
    method: 'GET',
    path: ORDER,
    summary: 'One order of the own pharmacy',
    access: SHOP_ROLES,
    params: orderParams,
    reply: { status: 200, schema: Order },
  }),
  listOrderEvents: endpoint({
    method: 'GET',
    path: `${ORDER}/events`,
    summary: 'What became of an order, step by step',
    access: SHOP_ROLES,
    params: orderParams,
    reply: { status: 200, schema: z.strictObject({ steps: z.array(OrderStep).max(1_000) }) },
  }),
  cancelOwnOrder: endpoint({
    method: 'POST',
    path: `${ORDER}/cancellation`,
    summary:
      'Cancel an order that is not paid; its pieces and its coupon are free again. Again changes nothing',
    access: SHOP_ROLES,
    params: orderParams,
    reply: { status: 200, schema: Order },
    refusals: ['state_conflict'],
  }),
  reorder: endpoint({
    method: 'POST',
    path: `${ORDER}/reorder`,
    summary: 'Put what was ordered into the basket once more, as far as it is still sold',
    access: SHOP_ROLES,
    params: orderParams,
    reply: { status: 200, schema: Cart },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
