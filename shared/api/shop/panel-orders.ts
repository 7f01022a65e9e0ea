// Orders as staff see them: of every pharmacy, with payments, shipment and who did what.
import { z } from 'zod'
import { IdText, Instant, StoreId, Uuid, lineOfText } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { growing } from '../../wire.ts'
import { endpoint, paging, type EndpointTable } from '../endpoint.ts'
import { SumMinor } from './amounts.ts'
import { Address, MAX_ADDRESSES } from './customer.ts'
import { ORDER_STATES, Order, OrderNumber, OrderStep, OrderSummary } from './orders.ts'

export const PanelOrderQuery = z.strictObject({
  pageSize: paging.pageSize,
  state: z.enum(ORDER_STATES).optional(),
  storeId: StoreId.optional(),
  /** In any case. */
  number: z.string().trim().toUpperCase().pipe(OrderNumber).optional(),
  /** When it was placed: `from` counts, `to` does not. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** `next` of the page before. */
  after: z
    .string()
    .regex(/^[A-Za-z0-9_-]{4,1000}$/, 'must be next of a page')
    .optional(),
})
export type PanelOrderQuery = z.infer<typeof PanelOrderQuery>

export const PanelOrderSummary = OrderSummary.extend({
  /** Of the pharmacy as it is now; its name as it was then. */
  storeId: StoreId,
  customerName: z.string().max(120),
}).meta({ id: 'PanelOrderSummary' })
export type PanelOrderSummary = z.infer<typeof PanelOrderSummary>

const PaymentState = growing(
  z.enum(['created', 'requires_action', 'authorised', 'captured', 'failed', 'canceled']),
  'created',
)

export const OrderPayment = z.strictObject({
  id: Uuid,
  state: PaymentState,
  amountMinor: SumMinor,
  capturedMinor: SumMinor,
  refundedMinor: SumMinor,
  /** Of the card. */
  lastFour: z.string().max(4).nullable(),
  createdAt: Instant,
})
export type OrderPayment = z.infer<typeof OrderPayment>

export const ShipmentFields = z
  .strictObject({
    carrier: lineOfText(60),
    /** Empty where the carrier gives none. */
    trackingNumber: z.union([z.literal(''), lineOfText(60)]),
  })
  .meta({ id: 'ShipmentFields' })
export type ShipmentFields = z.infer<typeof ShipmentFields>

/** Who did it; empty for who is not known as staff: people of the pharmacy, and parts of the platform. */
const by = z.string().max(120)

export const PanelOrder = z
  .strictObject({
    ...Order.shape,
    storeId: StoreId,
    steps: z.array(OrderStep.extend({ by })).max(1_000),
    payments: z.array(OrderPayment).max(100),
    shipment: ShipmentFields.extend({ at: Instant, by }).nullable(),
  })
  .meta({ id: 'PanelOrder' })
export type PanelOrder = z.infer<typeof PanelOrder>

const ORDERS = '/api/v1/panel/orders'
const ORDER = `${ORDERS}/{number}`
const orderParams = z.strictObject({ number: OrderNumber })

export const shopPanelOrdersApi = {
  listPanelOrders: endpoint({
    method: 'GET',
    path: ORDERS,
    summary: 'Orders of all pharmacies, newest first',
    access: STAFF_ROLES,
    query: PanelOrderQuery,
    reply: {
      status: 200,
      schema: z.strictObject({
        items: z.array(PanelOrderSummary).max(200),
        /** Exact to 10,000. */
        total: z.int().min(0),
        totalIsExact: z.boolean(),
        next: z.string().max(1_000).nullable(),
      }),
    },
  }),
  getPanelOrder: endpoint({
    method: 'GET',
    path: ORDER,
    summary: 'One order, with payments, shipment and history',
    access: STAFF_ROLES,
    params: orderParams,
    reply: { status: 200, schema: PanelOrder },
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: `${ORDER}/cancellation`,
    summary:
      'Cancel an order that is not sent; what was paid goes back. While the bank is asked it is remembered (isCancelAsked). Again changes nothing',
    access: ['Admin', 'SuperSupport'],
    params: orderParams,
    versioned: true,
    reply: { status: 200, schema: PanelOrder },
    refusals: ['state_conflict'],
  }),
  shipOrder: endpoint({
    method: 'POST',
    path: `${ORDER}/shipment`,
    summary: 'A paid order went out: its pieces leave the stock',
    access: ['Admin', 'SuperSupport'],
    params: orderParams,
    body: ShipmentFields,
    versioned: true,
    reply: { status: 200, schema: PanelOrder },
    refusals: ['state_conflict'],
  }),
  listPanelAddresses: endpoint({
    method: 'GET',
    path: '/api/v1/panel/customers/{customerId}/addresses',
    summary: 'The addresses of a pharmacy',
    access: STAFF_ROLES,
    params: z.strictObject({ customerId: IdText }),
    reply: { status: 200, schema: z.strictObject({ addresses: z.array(Address).max(MAX_ADDRESSES) }) },
  }),
} as const satisfies EndpointTable
