// The rows of baskets: one open one of each owner, its lines with the products as they are now, its coupon.
import { sql, type RawBuilder } from 'kysely'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { BasketOwner } from '../buyers.ts'
import type { CouponFacts } from '../coupons/coupon-rule.ts'

export interface CartRow {
  readonly id: string
  readonly version: number
  readonly couponId: number | null
  readonly accountGuid: string | null
}

const CART = sql`"id", "version", "couponId", "accountGuid"`

const openOf = (owner: BasketOwner): RawBuilder<unknown> =>
  'tokenHash' in owner
    ? sql`"tokenHash" = ${owner.tokenHash} and "state" = 'open'`
    : sql`"accountGuid" = ${owner.accountGuid} and "state" = 'open'`

export async function openCart(db: StoreDb, owner: BasketOwner): Promise<CartRow | null> {
  const { rows } = await sql<CartRow>`select ${CART} from "Carts" where ${openOf(owner)}`.execute(db)
  return rows[0] ?? null
}

/** Under its lock; made where there is none. */
export async function lockedCart(trx: StoreTransaction, owner: BasketOwner): Promise<CartRow> {
  const found = await lockOpenCart(trx, owner)
  if (found !== null) return found
  const column = 'tokenHash' in owner ? sql`"tokenHash"` : sql`"accountGuid"`
  const value = 'tokenHash' in owner ? owner.tokenHash : owner.accountGuid
  await sql`insert into "Carts" (${column}) values (${value}) on conflict do nothing`.execute(trx)
  const made = await lockOpenCart(trx, owner)
  // Only where another transaction ordered it in between: the next try finds a new one.
  if (made === null)
    throw new ProblemError('unavailable', 'The basket was ordered meanwhile', { retryAfterS: 1 })
  return made
}

export async function lockOpenCart(trx: StoreTransaction, owner: BasketOwner): Promise<CartRow | null> {
  const { rows } = await sql<CartRow>`
    select ${CART} from "Carts" where ${openOf(owner)} for no key update`.execute(trx)
  return rows[0] ?? null
}

export interface BasketLine {
  readonly productId: number
  readonly slug: string
  readonly sku: string
  readonly name: string
  readonly packSize: string
  readonly quantity: number
  readonly minQuantity: number
  readonly priceMinor: number
  readonly seenPriceMinor: number
  readonly taxBp: number
  readonly isActive: boolean
  readonly available: number
}

/** In the order in which they were put in. */
export async function cartLines(db: StoreDb, cartId: string): Promise<BasketLine[]> {
  const { rows } = await linesOf(sql`${cartId}`).execute(db)
  return rows
}

export function linesOf(cartId: RawBuilder<unknown>): RawBuilder<BasketLine> {
  return sql<BasketLine>`
    select l."productId", p."slug", p."sku", p."name", p."packSize", l."quantity", p."minQuantity", p."priceMinor",
      l."seenPriceMinor", p."taxBp", p."isActive", s."onHand" - s."reserved" as "available"
    from "CartLines" l join "Products" p on p."id" = l."productId" join "Stock" s on s."productId" = p."id"
    where l."cartId" = ${cartId} and l."quantity" > 0
    order by l."addedAt", l."productId"`
}

export interface LineChange {
  readonly productId: number
  readonly quantity: number
  readonly seq: number
}

/** False where a later change was there already, or it says what there is. The price is seen with each change. */
export async function setLine(
  trx: StoreTransaction,
  cartId: string,
  { productId, quantity, seq }: LineChange,
): Promise<boolean> {
  const { rows } = await sql`
    insert into "CartLines" as l ("cartId", "productId", "quantity", "seq", "seenPriceMinor")
    select ${cartId}::uuid, p."id", ${quantity}, ${seq}, p."priceMinor" from "Products" p where p."id" = ${productId}
    on conflict ("cartId", "productId") do update set "quantity" = excluded."quantity", "seq" = excluded."seq",
      "seenPriceMinor" = excluded."seenPriceMinor",
      "addedAt" = case when l."quantity" = 0 then relay_now() else l."addedAt" end
    where l."seq" < excluded."seq"
    returning l."cartId"`.execute(trx)
  return rows.length > 0
}

/** For what no tab counts: whatever a tab says next is later than this. `isAtLeast`: more that is there stays. */
export async function setQuantity(
  trx: StoreTransaction,
  cartId: string,
  { productId, quantity, isAtLeast = false }: Omit<LineChange, 'seq'> & { readonly isAtLeast?: boolean },
): Promise<void> {
  await sql`
    insert into "CartLines" as l ("cartId", "productId", "quantity", "seq", "seenPriceMinor")
    select ${cartId}::uuid, p."id", ${quantity}, 0, p."priceMinor" from "Products" p where p."id" = ${productId}
    on conflict ("cartId", "productId") do update set "seenPriceMinor" = excluded."seenPriceMinor",
      "quantity" = case when ${isAtLeast}::boolean then greatest(l."quantity", excluded."quantity") else excluded."quantity" end`.execute(
    trx,
  )
}

export async function countLines(trx: StoreTransaction, cartId: string): Promise<number> {
  const counted = trx
    .selectFrom('CartLines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('cartId', '=', cartId)
    .where('quantity', '>', 0)
  return (await counted.executeTakeFirstOrThrow()).count
}

/** The cart is another one from here on: what was seen of it before is refused. */
export async function raiseVersion(trx: StoreTransaction, cartId: string): Promise<void> {
  await sql`update "Carts" set "version" = "version" + 1, "updatedAt" = relay_now() where "id" = ${cartId}`.execute(
    trx,
  )
}

export async function setCoupon(
  trx: StoreTransaction,
  cartId: string,
  couponId: number | null,
): Promise<void> {
  await trx.updateTable('Carts').set({ couponId }).where('id', '=', cartId).execute()
  await raiseVersion(trx, cartId)
}

export async function setMerged(trx: StoreTransaction, cartId: string, mergedInto: string): Promise<void> {
  await trx.updateTable('Carts').set({ state: 'merged', mergedInto }).where('id', '=', cartId).execute()
}

/** What a product must be for a quantity of it. */
export async function sellable(trx: StoreTransaction, productId: number) {
  const row = trx.selectFrom('Products').select(['minQuantity', 'isActive']).where('id', '=', productId)
  return (await row.executeTakeFirst()) ?? null
}

export type CouponRow = CouponFacts & { readonly id: number; readonly code: string; readonly now: Date }

/** With the time of the database, and how often the pharmacy used it. */
export async function findCoupon(
  db: StoreDb,
  by: { readonly id: number } | { readonly codeFold: string },
  customerId: number | null,
): Promise<CouponRow | null> {
  const which = 'id' in by ? sql`c."id" = ${by.id}` : sql`c."codeFold" = ${by.codeFold}`
  const { rows } = await sql<CouponRow>`
    select c."id", c."code", c."percentBp", c."amountMinor", c."used", c."max", c."maxEach", c."from", c."until",
      relay_now() as "now", coalesce(u."uses", 0) as "usedByYou"
    from "Coupons" c left join "CouponUses" u on u."couponId" = c."id" and u."customerId" = ${customerId}
    where ${which}`.execute(db)
  return rows[0] ?? null
}
