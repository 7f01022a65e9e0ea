// A new order: its basket under a lock, then all of its rows in one statement, since an order at a time waits for each.
import { randomInt } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Totals } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { Order, OrderAddress, OrderLine } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { StoreTransaction } from '../../database.ts'
import { linesOf, type BasketLine } from '../baskets/baskets.queries.ts'
import { findAddress } from '../customers/addresses.queries.ts'
import { holdOf } from './holds.queries.ts'
import { firstStep } from './order-history.queries.ts'
import { summaryOf } from './orders.queries.ts'

/** Without I and O, which are read as digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const NUMBER_LENGTH = 8
const NUMBER_TRIES = 3

export interface BoughtCart {
  readonly id: string
  readonly state: 'open' | 'ordered' | 'merged'
  readonly version: number
  readonly couponId: number | null
  readonly accountGuid: string
}

export interface BoughtBasket {
  readonly cart: BoughtCart
  readonly lines: readonly BasketLine[]
  /** Of the order that may come of it. */
  readonly orderId: number
  /** Whole milliseconds, as the history of orders has them. */
  readonly now: Date
}

/**
 * Under its lock: two tabs with one basket come one after the other. The lines are those of before a wait for the lock, which is
 * right for the version that was seen alone: who changed them raised it.
 */
export function lockBoughtBasket({ cartId, accountGuid }: BasketOf): RawBuilder<LockedLine> {
  return sql<LockedLine>`
    with cart as materialized (
      select "id", "state", "version", "couponId", "accountGuid", nextval('"Orders_id_seq"') as "orderId" from "Carts"
      where "id" = ${cartId} and "accountGuid" = ${accountGuid} for no key update
    )
    select l.*, to_jsonb(c) as "cart", date_trunc('milliseconds', relay_now()) as "now"
    from cart c left join lateral (${linesOf(sql`c."id"`)}) l on true ${PREPARED}`
}

interface BasketOf {
  readonly cartId: string
  readonly accountGuid: string
}

/** Null: there is no such basket. */
export function boughtBasket(rows: readonly LockedLine[]): BoughtBasket | null {
  const [first] = rows
  if (first === undefined) return null
  const { orderId, ...cart } = first.cart
  return {
    cart,
    orderId,
    now: first.now,
    lines: rows.flatMap(({ cart: _cart, now: _now, ...line }) => (line.productId === null ? [] : [line])),
  }
}

type NoLine = Readonly<Record<keyof BasketLine, null>>
export type LockedLine = (BasketLine | NoLine) & {
  readonly cart: BoughtCart & { readonly orderId: number }
  readonly now: Date
}

/** Asked after the basket was locked: in the same statement an order that was waited for would not be seen. */
export async function orderOfCart(trx: StoreTransaction, cartId: string): Promise<number | null> {
  const row = trx.selectFrom('Orders').select('id').where('cartId', '=', cartId)
  return (await row.executeTakeFirst())?.id ?? null
}

export interface NewOrder {
  readonly id: number
  readonly cartId: string
  readonly customerId: number
  readonly accountGuid: string
  readonly currency: string
  readonly totals: Totals
  readonly coupon: { readonly id: number; readonly code: string } | null
  /** Of the pharmacy. */
  readonly addressId: number
  readonly holdMs: number
  /** At least one. */
  readonly lines: readonly OrderLine[]
  readonly traceId: string
  /** Whole milliseconds. */
  readonly now: Date
}

export interface InsertedOrder {
  readonly id: number
  readonly number: string
  readonly placedAt: Date
  readonly expiresAt: Date | null
  readonly customerName: string
  readonly address: OrderAddress
  readonly version: number
  /** Products of which there are too few: the transaction must not be kept then. */
  readonly missing: readonly number[]
}

/**
 * With its lines, a copy of the address, the first step of its history and what it holds; the basket is ordered from here on.
 * Throws ProblemError `not_found`: there is no such address.
 */
export async function insertOrder(
  trx: StoreTransaction,
  order: NewOrder,
  tries = NUMBER_TRIES,
): Promise<InsertedOrder> {
  const { rows } = await sql<InsertedOrder>`
    with lines as materialized (${linesOfOrder(order)}), placed as (${rowOfOrder(order)}), written as (
      insert into "OrderLines" ("orderId", "productId", "sku", "name", "quantity", "priceMinor", "taxBp", "netMinor", "discountMinor")
      select p."id", l.* from placed p, lines l
    ), begun as (${stepOfOrder(order)}), bought as (
      update "Carts" c set "state" = 'ordered' from placed where c."id" = ${order.cartId}
    ), ${holdOf(sql`select p."id" as "orderId", l."productId", l."quantity" from placed p, lines l`)}
    select *, array(select "productId" from missing order by 1) as "missing" from placed ${PREPARED}`.execute(
    trx,
  )
  const [made] = rows
  if (made !== undefined) return made
  if ((await findAddress(trx, order)) === null)
    throw new ProblemError('not_found', 'There is no such address')
  if (tries === 1) throw new Error('No free number was found for an order')
  return insertOrder(trx, order, tries - 1)
}

function linesOfOrder({ lines }: NewOrder): RawBuilder<unknown> {
  return sql`select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l("productId" integer, "sku" text, "name" text,
    "quantity" integer, "priceMinor" integer, "taxBp" integer, "netMinor" bigint, "discountMinor" bigint)`
}

function rowOfOrder({ totals, coupon, ...order }: NewOrder): RawBuilder<unknown> {
  return sql`
    insert into "Orders" ("id", "number", "cartId", "customerId", "accountGuid", "state", "currency", "subtotalMinor", "discountMinor",
      "taxMinor", "totalMinor", "taxes", "couponId", "couponCode", "customerName", "address", "expiresAt")
    overriding system value
    select ${order.id}, ${newNumber()}, ${order.cartId}, c."id", ${order.accountGuid}, 'awaiting_payment', ${order.currency},
      ${totals.subtotalMinor}, ${totals.discountMinor}, ${totals.taxMinor}, ${totals.totalMinor}, ${JSON.stringify(totals.taxes)},
      ${coupon?.id ?? null}::integer, ${coupon?.code ?? null}, c."name", jsonb_build_object('name', a."name",
        'line1', a."line1", 'line2', a."line2", 'postcode', a."postcode", 'city', a."city", 'country', a."country"),
      relay_now() + ${order.holdMs} * interval '1 millisecond'
    from "Customers" c join "Addresses" a on a."customerId" = c."id" and a."id" = ${order.addressId}
    where c."id" = ${order.customerId}
    on conflict ("number") do nothing
    returning "id", "number", "placedAt", "expiresAt", "customerName", "address", "version"`
}

function stepOfOrder({ id, accountGuid, traceId, now }: NewOrder): RawBuilder<unknown> {
  const { seq, became, cause, actor, at, hash } = firstStep({
    orderId: id,
    actor: accountGuid,
    traceId,
    at: now,
  })
  return sql`
    insert into "OrderHistory" ("orderId", "seq", "became", "cause", "actor", "traceId", "at", "hash")
    select "id", ${seq}::integer, ${became}, ${cause}, ${actor}, ${traceId}, ${at}::timestamptz, ${hash}::bytea from placed`
}

function newNumber(): string {
  return Array.from({ length: NUMBER_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** As it would be read now. */
export function placedOrder(made: InsertedOrder, order: NewOrder): Order {
  const { currency, totals, coupon, lines } = order
  const { customerName, address, version } = made
  return {
    ...summaryOf({ ...made, state: 'awaiting_payment', currency, totalMinor: totals.totalMinor }),
    totals,
    couponCode: coupon?.code ?? null,
    customerName,
    address,
    lines: lines.toSorted((one, other) => one.productId - other.productId),
    isCancelAsked: false,
    version,
  }
}
