// Orders in every state: the list, one in each state, what refuses a change, and those of one pharmacy.
import type { InvoicePage, StaffInvoice } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { ORDER_STATES, OrderCause, type OrderState } from '@pharmacy-relay/shared/api/shop/orders.ts'
import type { Address } from '@pharmacy-relay/shared/api/shop/customer.ts'
import type {
  OrderPayment,
  PanelOrder,
  PanelOrderSummary,
} from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import {
  RefundCause,
  RefundState,
  type PanelPayment,
  type Refund,
} from '@pharmacy-relay/shared/api/shop/payments.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { orderPage, type OrderNotice, type OrderPageProps } from '../../shop/orders/order-page.tsx'
import { NO_SHIPMENT } from '../../shop/orders/order-shipment.tsx'
import { NO_REFUND } from '../../shop/orders/refund-values.ts'
import { ordersPage, type OrdersPageProps } from '../../shop/orders/orders-page.tsx'
import { pharmacyOrdersPage } from '../../shop/orders/pharmacy-orders-page.tsx'
import { HOSTILE } from '../fixtures.ts'
import { invoiceOf } from './invoice-pages.ts'
import { refusedFor } from './refusals.ts'

const ONCE = '7f0c2a53-6a4e-4b0e-9a3e-0d7f0f8f1a21'
const AT = '2026-11-20T11:00:00.000Z'
const ADDRESS = {
  name: 'Apotheke',
  line1: 'Markt 1',
  line2: '',
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
}

export function orderOf(changes: Partial<PanelOrder> = {}): PanelOrder {
  return {
    number: 'ABCDEFGH',
    state: 'paid',
    currency: 'EUR',
    totalMinor: 2_678,
    placedAt: AT,
    expiresAt: null,
    totals: {
      subtotalMinor: 2_500,
      discountMinor: 250,
      taxes: [{ taxBp: 1_900, netMinor: 2_250, taxMinor: 428 }],
      taxMinor: 428,
      totalMinor: 2_678,
    },
    couponCode: 'SPRING-10',
    customerName: 'Central',
    storeId: 'P-1001',
    address: ADDRESS,
    lines: [
      {
        productId: 21,
        sku: 'LR-100x50',
        name: 'Label roll 100 × 50',
        quantity: 2,
        priceMinor: 1_250,
        taxBp: 1_900,
        netMinor: 2_500,
        discountMinor: 250,
      },
    ],
    isCancelAsked: false,
    version: 3,
    steps: [stepOf(1, 'placed', 'awaiting_payment')],
    payments: [],
    shipment: null,
    ...changes,
  }
}

function stepOf(seq: number, cause: OrderCause, became: OrderState): PanelOrder['steps'][number] {
  const was = seq === 1 ? null : 'awaiting_payment'
  return { seq, was, became, cause, at: AT, traceId: 'trace', hash: 'a'.repeat(64), by: HOSTILE }
}

export function orderSummaryOf(order: PanelOrder): PanelOrderSummary {
  const { number, state, currency, totalMinor, placedAt, expiresAt, storeId, customerName } = order
  return { number, state, currency, totalMinor, placedAt, expiresAt, storeId, customerName }
}

const PAYMENT_STATES = ['created', 'requires_action', 'authorised', 'captured', 'failed', 'canceled'] as const

function paymentOf(state: OrderPayment['state'], at: number): OrderPayment {
  const isCaptured = state === 'captured'
  return {
    id: `7f0c2a53-6a4e-4b0e-9a3e-0d7f0f8f1a1${at}`,
    state,
    amountMinor: 2_678,
    capturedMinor: isCaptured ? 2_678 : 0,
    refundedMinor: isCaptured ? 100 : 0,
    lastFour: isCaptured ? '4242' : null,
    createdAt: AT,
  }
}

/** All of the order's total was received. */
export function panelPaymentOf(changes: Partial<PanelPayment> = {}): PanelPayment {
  return {
    ...paymentOf('captured', 9),
    refundedMinor: 0,
    fault: null,
    updatedAt: AT,
    orderNumber: 'ABCDEFGH',
    customerId: 1,
    customerName: 'Central',
    refunds: [],
    tasks: [],
    ...changes,
  }
}

export function refundOf(changes: Partial<Refund> = {}): Refund {
  return {
    id: '7f0c2a53-6a4e-4b0e-9a3e-0d7f0f8f1a31',
    amountMinor: 500,
    cause: 'staff',
    state: 'done',
    at: AT,
    doneAt: AT,
    reason: HOSTILE,
    taxes: [],
    ...changes,
  }
}

export function orderPages(frame: FrameProps): Record<string, string> {
  return { ...listPages(frame), ...onePages(frame), ...pharmacyPages(frame) }
}

function listPages(frame: FrameProps) {
  const page = (
    orders: PanelOrder[],
    list: Partial<OrdersPageProps['list']> = {},
    filter: Partial<OrdersPageProps['filter']> = {},
  ) =>
    ordersPage({
      frame: { ...frame, path: '/shop/orders' },
      filter: { state: '', storeId: '', number: '', from: '', to: '', after: '', ...filter },
      list: {
        items: orders.map(orderSummaryOf),
        total: orders.length,
        totalIsExact: true,
        next: null,
        ...list,
      },
    })
  const states = ORDER_STATES.map((state, at) => orderOf({ state, number: `ABCDEFG${'HJKLMNP'[at]}` }))
  const hostile = orderOf({ number: 'HOSTILEX', customerName: HOSTILE })
  return {
    orders: page([...states, hostile]),
    'orders, filtered': page([], {}, { state: 'paid', from: '2026-11-01', to: '2026-11-30' }),
    'orders, more behind': page([orderOf()], { total: 10_000, totalIsExact: false, next: 'next' }),
    'orders, past the end': page([], { total: 3 }, { after: 'before' }),
  }
}

function onePages(frame: FrameProps) {
  const words = texts(frame.language).shop.orders
  const page = (changes: Partial<PanelOrder> = {}, more: Partial<OrderPageProps> = {}) => {
    const quiet = {
      payments: [],
      invoices: listOf([]),
      shipment: NO_SHIPMENT,
      refund: { values: NO_REFUND, once: ONCE },
      refused: null,
      notice: null,
    }
    return orderPage({ frame, order: orderOf(changes), ...quiet, ...more })
  }
  const hostile = Object.fromEntries(Object.keys(ADDRESS).map((name) => [name, HOSTILE])) as typeof ADDRESS
  const shipment = { carrier: HOSTILE, trackingNumber: '', at: AT, by: HOSTILE }
  return {
    ...Object.fromEntries(ORDER_STATES.map((state) => [`order, ${state}`, page({ state })])),
    'order, held': page({ state: 'awaiting_payment', expiresAt: AT }),
    'order, cancellation asked': page({ state: 'authorised', isCancelAsked: true }),
    'order, hostile': page({ customerName: HOSTILE, address: hostile, couponCode: null }),
    'order, sent': page({ state: 'shipped', shipment }),
    'order, sent with a number': page({
      state: 'shipped',
      shipment: { ...shipment, trackingNumber: HOSTILE, by: '' },
    }),
    'order, every payment': page({ payments: PAYMENT_STATES.map(paymentOf) }),
    'order, every cause': page({
      steps: OrderCause.options.map((cause, at) => stepOf(at + 1, cause, 'paid')),
    }),
    'order, sent by nobody': page(
      {},
      {
        shipment: { carrier: HOSTILE, trackingNumber: HOSTILE },
        refused: refusedFor('invalid', { faults: ['carrier', 'trackingNumber'] }),
      },
    ),
    'order, paid and invoiced': page(
      {},
      {
        payments: [panelPaymentOf()],
        invoices: listOf([
          invoiceOf({ number: 'CRN-2026-000003', kind: 'credit_note', corrects: 'INV-2026-000017' }),
          invoiceOf(),
        ]),
      },
    ),
    'order, every refund': page(
      {},
      { payments: [panelPaymentOf({ refunds: everyRefund() })], invoices: null },
    ),
    'order, all given back': page(
      {},
      { payments: [panelPaymentOf({ refunds: [refundOf({ amountMinor: 2_678 })] })] },
    ),
    'order, too much given back': page(
      {},
      {
        payments: [panelPaymentOf()],
        refund: { values: { amountMinor: '1.000,00', reason: '' }, once: ONCE },
        refused: refusedFor('invalid', { faults: ['amountMinor', 'reason'] }),
      },
    ),
    'order, refused': page({}, { refused: refusedFor('state_conflict', { words: words.refused }) }),
    'order, stale': page({}, { refused: refusedFor('version_stale', { words: words.stale }) }),
    ...Object.fromEntries(
      (Object.keys(words.notices) as OrderNotice[]).map((notice) => [
        `order says ${notice}`,
        page({}, { notice }),
      ]),
    ),
  }
}

function everyRefund(): Refund[] {
  const withCause = RefundCause.options.map((cause) => refundOf({ cause, reason: '', amountMinor: 1 }))
  return [
    refundOf(),
    ...withCause,
    ...RefundState.options.map((state) => refundOf({ state, amountMinor: 1 })),
  ]
}

function listOf(items: StaffInvoice[]): InvoicePage {
  return { items, total: items.length, totalIsExact: true, page: 1, pageSize: 25 }
}

function pharmacyPages(frame: FrameProps) {
  const customer = { name: HOSTILE, storeId: 'P-1001' }
  const addresses: Address[] = [
    { ...ADDRESS, id: 1, version: 1 },
    { ...ADDRESS, id: 2, version: 1, name: HOSTILE },
  ]
  return {
    'orders of a pharmacy': pharmacyOrdersPage({
      frame,
      customer,
      orders: [orderSummaryOf(orderOf())],
      addresses,
    }),
    'orders of a new pharmacy': pharmacyOrdersPage({ frame, customer, orders: [], addresses: [] }),
    'orders of a pharmacy, without addresses': pharmacyOrdersPage({
      frame,
      customer,
      orders: [],
      addresses: null,
    }),
  }
}
