// The rows of seeded orders, table by table; pure.
import type { Cell } from './copy.queries.ts'
import { HOLD_MS, takes, type MadeOrder } from './made-orders.ts'
import type { Pieces } from './products.queries.ts'
import type { SeededCustomer } from './seed-shop.queries.ts'

export const COUPON = 'SEED-10-PERCENT'
export const ADDRESS = {
  name: 'Example',
  line1: 'Market 1',
  line2: '',
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const CARRIER = 'Example Parcel'

export interface SeededOrder {
  readonly id: number
  readonly customer: SeededCustomer
  readonly made: MadeOrder
  /** Of its lines. */
  readonly productIds: readonly number[]
}

export const CARTS = { table: 'Carts', columns: ['id', 'accountGuid', 'state', 'createdAt', 'updatedAt'] }
export const ORDERS = {
  table: 'Orders',
  columns: [
    'id',
    'number',
    'cartId',
    'customerId',
    'accountGuid',
    'state',
    'currency',
    'subtotalMinor',
    'discountMinor',
    'taxMinor',
    'totalMinor',
    'taxes',
    'couponId',
    'couponCode',
    'customerName',
    'address',
    'placedAt',
    'expiresAt',
    'version',
  ],
}
export const LINES = {
  table: 'OrderLines',
  columns: [
    'orderId',
    'productId',
    'sku',
    'name',
    'quantity',
    'priceMinor',
    'taxBp',
    'netMinor',
    'discountMinor',
  ],
}
export const HISTORY = {
  table: 'OrderHistory',
  columns: ['orderId', 'seq', 'was', 'became', 'cause', 'actor', 'traceId', 'at', 'hash'],
}
export const MOVEMENTS = {
  table: 'StockMovements',
  columns: ['orderId', 'productId', 'kind', 'turn', 'quantity', 'at'],
}
export const PAYMENTS = {
  table: 'Payments',
  columns: [
    'id',
    'orderId',
    'providerId',
    'state',
    'amountMinor',
    'capturedMinor',
    'lastFour',
    'createdAt',
    'updatedAt',
  ],
}

export const SHIPMENTS = {
  table: 'Shipments',
  columns: ['orderId', 'carrier', 'trackingNumber', 'actor', 'at'],
}

export function cartCells({ made: { cartId, accountGuid, sketch } }: SeededOrder): Cell[][] {
  const at = new Date(sketch.placedAt)
  return [[cartId, accountGuid, 'ordered', at, at]]
}

export function stepCells({ id, made: { steps } }: SeededOrder): Cell[][] {
  return steps.map((step) => {
    const { seq, was, became, cause, actor, at, hash } = step
    return [id, seq, was, became, cause, actor, '', at, hash]
  })
}

export function orderCells({ id, customer, made }: SeededOrder, couponId: number): Cell[] {
  const { number, cartId, accountGuid, state, sketch, steps, priced } = made
  const { subtotalMinor, discountMinor, taxMinor, totalMinor, taxes } = priced.totals
  const coupon = sketch.hasCoupon ? [couponId, COUPON] : [null, null]
  const [placedAt, expiresAt] = [new Date(sketch.placedAt), new Date(sketch.placedAt + HOLD_MS)]
  return [
    id,
    number,
    cartId,
    customer.id,
    accountGuid,
    state,
    'EUR',
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor,
    JSON.stringify(taxes),
    ...coupon,
    customer.name,
    JSON.stringify(ADDRESS),
    placedAt,
    expiresAt,
    steps.length,
  ]
}

export function lineCells({ id, made: { sketch, products, priced }, productIds }: SeededOrder): Cell[][] {
  return products.map(({ sku, name, priceMinor, taxBp }, index) => {
    const { netMinor = 0, discountMinor = 0 } = priced.lines[index] ?? {}
    return [
      id,
      productIds[index] ?? 0,
      sku,
      name,
      sketch.lines[index]?.quantity ?? 1,
      priceMinor,
      taxBp,
      netMinor,
      discountMinor,
    ]
  })
}

/** A hold, and how it ended. */
export function movementCells({ id, made: { sketch, steps }, productIds }: SeededOrder): Cell[][] {
  const ended = takes(sketch) === 'gone' ? 'ship' : takes(sketch) === 'nothing' ? 'release' : null
  const endedAt = steps.find(({ became }) => became !== 'awaiting_payment' && became !== 'paid')?.at ?? null
  return sketch.lines.flatMap(({ quantity }, index) => {
    const productId = productIds[index] ?? 0
    const hold: Cell[] = [id, productId, 'hold', 0, quantity, new Date(sketch.placedAt)]
    return ended === null ? [hold] : [hold, [id, productId, ended, 0, quantity, endedAt]]
  })
}

export function shipmentCells({ id, made: { sketch, steps } }: SeededOrder): Cell[][] {
  const sent = steps.find(({ became }) => became === 'shipped')
  if (sent === undefined) return []
  return [[id, CARRIER, `EP${String(sketch.place).padStart(12, '0')}`, sent.actor, sent.at]]
}

export function paymentCells({ id, made: { sketch, paymentId, priced, steps } }: SeededOrder): Cell[][] {
  const paid = steps.find(({ became }) => became === 'paid')
  const { totalMinor } = priced.totals
  if (paid === undefined || totalMinor === 0) return []
  return [
    [
      paymentId,
      id,
      `seed_${paymentId}`,
      'captured',
      totalMinor,
      totalMinor,
      '4242',
      new Date(sketch.placedAt),
      paid.at,
    ],
  ]
}

export function piecesOf(orders: readonly SeededOrder[], what: 'held' | 'gone'): Pieces[] {
  const sums = new Map<number, number>()
  for (const { made, productIds } of orders)
    if (takes(made.sketch) === what)
      for (const [index, productId] of productIds.entries())
        sums.set(productId, (sums.get(productId) ?? 0) + (made.sketch.lines[index]?.quantity ?? 0))
  return [...sums]
    .map(([productId, quantity]) => ({ productId, quantity }))
    .toSorted((one, other) => one.productId - other.productId)
}
