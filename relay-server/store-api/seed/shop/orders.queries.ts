// Portions of seeded orders with all that hangs on them.
import type pg from 'pg'
import type { InvoiceRules } from '../../shop/invoices/invoice-rules.ts'
import { copyRows, type Cell } from './copy.queries.ts'
import { addInvoices } from './invoices.queries.ts'
import { takes } from './made-orders.ts'
import {
  CARTS,
  COUPON,
  HISTORY,
  LINES,
  MOVEMENTS,
  ORDERS,
  PAYMENTS,
  SHIPMENTS,
  cartCells,
  lineCells,
  movementCells,
  orderCells,
  paymentCells,
  piecesOf,
  shipmentCells,
  stepCells,
  type SeededOrder,
} from './order-rows.ts'
import { shiftStock } from './products.queries.ts'

/** Nobody but the limits of chance: it may be used as often as orders are seeded. */
export async function seededCoupon(client: pg.Client): Promise<number> {
  await client.query(
    `insert into "Coupons" ("code", "percentBp", "max", "maxEach", "from", "until")
     values ($1, 1000, 1000000, 1000000, relay_now() - interval '3 years', relay_now() + interval '1 year') on conflict do nothing`,
    [COUPON],
  )
  const { rows } = await client.query<{ id: number }>(`select "id" from "Coupons" where "code" = $1`, [
    COUPON,
  ])
  return rows[0]?.id ?? 0
}

/** With baskets, lines, history, ledger, payments, invoices and the coupon's uses; what they hold and took is off the stock. */
export async function addOrders(
  client: pg.Client,
  orders: readonly SeededOrder[],
  { couponId, invoices }: { readonly couponId: number; readonly invoices: InvoiceRules },
): Promise<void> {
  const rowsOf = (cells: (order: SeededOrder) => Cell[][]): Cell[][] => orders.flatMap(cells)
  await copyRows(client, CARTS, rowsOf(cartCells))
  await copyRows(
    client,
    ORDERS,
    rowsOf((order) => [orderCells(order, couponId)]),
  )
  await copyRows(client, LINES, rowsOf(lineCells))
  await copyRows(client, HISTORY, rowsOf(stepCells))
  await copyRows(client, MOVEMENTS, rowsOf(movementCells))
  await copyRows(client, SHIPMENTS, rowsOf(shipmentCells))
  await copyRows(client, PAYMENTS, rowsOf(paymentCells))
  await addInvoices(client, orders, invoices)
  await shiftStock(client, piecesOf(orders, 'held'), '"reserved" = s."reserved" + g."quantity"')
  await shiftStock(client, piecesOf(orders, 'gone'), '"onHand" = s."onHand" - g."quantity"')
  await useCoupon(client, orders, couponId)
}

async function useCoupon(client: pg.Client, orders: readonly SeededOrder[], couponId: number): Promise<void> {
  const users = orders
    .filter(({ made }) => made.sketch.hasCoupon && takes(made.sketch) !== 'nothing')
    .map(({ customer }) => customer.id)
  if (users.length === 0) return
  await client.query(`update "Coupons" set "used" = "used" + $2 where "id" = $1`, [couponId, users.length])
  await client.query(
    `insert into "CouponUses" as u ("couponId", "customerId", "uses")
     select $1, c, count(*) from unnest($2::integer[]) c group by c
     on conflict ("couponId", "customerId") do update set "uses" = u."uses" + excluded."uses"`,
    [couponId, users],
  )
}
