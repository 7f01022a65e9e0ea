// The tables of orders and of what they hold, as Kysely types.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  OrderAddress,
  OrderCause,
  OrderState,
  TaxTotal,
} from '@pharmacy-relay/shared/api/shop/orders.ts'

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>

interface OrdersTable {
  readonly id: GeneratedAlways<number>
  number: string
  cartId: string
  customerId: number
  accountGuid: string
  state: OrderState
  currency: string
  subtotalMinor: number
  discountMinor: number
  taxMinor: number
  totalMinor: number
  taxes: Json<TaxTotal[]>
  couponId: number | null
  couponCode: string | null
  customerName: string
  address: Json<OrderAddress>
  isCancelAsked: Generated<boolean>
  placedAt: Generated<Date>
  expiresAt: Date | null
  version: Generated<number>
}

interface OrderLinesTable {
  orderId: number
  productId: number
  sku: string
  name: string
  quantity: number
  priceMinor: number
  taxBp: number
  netMinor: number
  discountMinor: number
}

interface OrderHistoryTable {
  orderId: number
  seq: number
  was: OrderState | null
  became: OrderState
  cause: OrderCause
  actor: string
  traceId: string
  at: Date
  hash: Buffer
}

interface StockMovementsTable {
  orderId: number
  productId: number
  kind: 'hold' | 'release' | 'ship' | 'return'
  turn: number
  quantity: number
  at: Generated<Date>
}

interface ShipmentsTable {
  orderId: number
  carrier: string
  trackingNumber: string
  actor: string
  at: Generated<Date>
}

export interface OrderSchema {
  Orders: OrdersTable
  OrderLines: OrderLinesTable
  OrderHistory: OrderHistoryTable
  StockMovements: StockMovementsTable
  Shipments: ShipmentsTable
}
