// A new order: its basket under a lock, then all of its rows in one statement, since an order at a time waits for each.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Totals } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { Order, OrderAddress, OrderLine } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { StoreTransaction } from '../../database.ts'
import { findAddress } from '../customers/addresses.queries.ts'
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

/** Under its lock: two tabs with one basket come one after the other. */
export async function lockBoughtCart(
  trx: StoreTransaction,
  { cartId, accountGuid }: { readonly cartId: string; readonly accountGuid: string },
): Promise<BoughtCart | null> {
  const { rows } = await sql<BoughtCart>`
    select "id", "state", "version", "couponId", "accountGuid" from "Carts"
    where "id" = ${cartId} and "accountGuid" = ${accountGuid} for no key update ${PREPARED}`.execute(trx)
  return rows[0] ?? null
}

/** Asked after the basket was locked: in the same statement an order that was waited for would not be seen. */
export async function orderOfCart(trx: StoreTransaction, cartId: string): Promise<number | null> {
  const row = trx.selectFrom('Orders').select('id').where('cartId', '=', cartId)
  return (await row.executeTakeFirst())?.id ?? null
}

export interface NewOrder {
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
}

export interface InsertedOrder {
  readonly id: number
  readonly number: string
  readonly placedAt: Date
  readonly expiresAt: Date | null
  readonly customerName: string
  readonly address: OrderAddress
  readonly version: number
  /** Whole milliseconds, as the history of orders has them. */
  readonly now: Date
}

/** With its lines and a copy of the address; the basket is ordered from here on. Throws ProblemError `not_found`: there is no such address. */
export async function insertOrder(
  trx: StoreTransaction,
  order: NewOrder,
  tries = NUMBER_TRIES,
): Promise<InsertedOrder> {
  const { totals, coupon, cartId } = order
  const { rows } = await sql<InsertedOrder>`
    with placed as (
      insert into "Orders" ("number", "cartId", "customerId", "accountGuid", "state", "currency", "subtotalMinor", "discountMinor",
        "taxMinor", "totalMinor", "taxes", "couponId", "couponCode", "customerName", "address", "expiresAt")
      select ${newNumber()}, ${cartId}, c."id", ${order.accountGuid}, 'awaiting_payment', ${order.currency},
        ${totals.subtotalMinor}, ${totals.discountMinor}, ${totals.taxMinor}, ${totals.totalMinor}, ${JSON.stringify(totals.taxes)},
        ${coupon?.id ?? null}::integer, ${coupon?.code ?? null}, c."name", jsonb_build_object('name', a."name",
          'line1', a."line1", 'line2', a."line2", 'postcode', a."postcode", 'city', a."city", 'country', a."country"),
        relay_now() + ${order.holdMs} * interval '1 millisecond'
      from "Customers" c join "Addresses" a on a."customerId" = c."id" and a."id" = ${order.addressId}
      where c."id" = ${order.customerId}
      on conflict ("number") do nothing
      returning "id", "number", "placedAt", "expiresAt", "customerName", "address", "version"
    ), written as (
      insert into "OrderLines" ("orderId", "productId", "sku", "name", "quantity", "priceMinor", "taxBp", "netMinor", "discountMinor")
      select p."id", l.* from placed p, jsonb_to_recordset(${JSON.stringify(order.lines)}::jsonb) as l("productId" integer,
        "sku" text, "name" text, "quantity" integer, "priceMinor" integer, "taxBp" integer, "netMinor" bigint, "discountMinor" bigint)
    ), bought as (
      update "Carts" c set "state" = 'ordered' from placed where c."id" = ${cartId}
    )
    select *, date_trunc('milliseconds', relay_now()) as "now" from placed ${PREPARED}`.execute(trx)
  const [made] = rows
  if (made !== undefined) return made
  if ((await findAddress(trx, order)) === null)
    throw new ProblemError('not_found', 'There is no such address')
  if (tries === 1) throw new Error('No free number was found for an order')
  return insertOrder(trx, order, tries - 1)
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
