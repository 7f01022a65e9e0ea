// What an order takes and gives back: its coupon's use, then its pieces. Stock is locked last and by product id: it is what
// others wait for, and two orders never wait for each other.
import { sql, type RawBuilder } from 'kysely'
import { PREPARED } from '../../../db/prepared.ts'
import type { StoreTransaction } from '../../database.ts'

interface CouponUse {
  readonly couponId: number
  readonly customerId: number
}

/** False where it is used up, in all or by the pharmacy, or not good now. */
export async function redeemCoupon(
  trx: StoreTransaction,
  { couponId, customerId }: CouponUse,
): Promise<boolean> {
  const { rows } = await sql<{ maxEach: number }>`
    update "Coupons" set "used" = "used" + 1
    where "id" = ${couponId} and "used" < "max" and relay_now() >= "from" and relay_now() < "until"
    returning "maxEach"`.execute(trx)
  const [coupon] = rows
  if (coupon === undefined) return false
  const used = await sql`
    insert into "CouponUses" as u ("couponId", "customerId", "uses") values (${couponId}, ${customerId}, 1)
    on conflict ("couponId", "customerId") do update set "uses" = u."uses" + 1 where u."uses" < ${coupon.maxEach}
    returning u."uses"`.execute(trx)
  return used.rows.length > 0
}

/** Of an order that gives back what it held; call it once for each release. */
export async function giveCouponBack(
  trx: StoreTransaction,
  { couponId, customerId }: CouponUse,
): Promise<void> {
  await sql`update "Coupons" set "used" = "used" - 1 where "id" = ${couponId}`.execute(trx)
  await sql`update "CouponUses" set "uses" = "uses" - 1
    where "couponId" = ${couponId} and "customerId" = ${customerId}`.execute(trx)
}

/**
 * With their rows of the ledger. Returns the products of which there are too few; then the transaction must not be kept. What was
 * waited for under the locks counts: an update looks at the newest version of a row that it finds locked before.
 */
export async function holdStock(trx: StoreTransaction, orderId: number): Promise<number[]> {
  const wanted = sql`select "orderId", "productId", "quantity" from "OrderLines" where "orderId" = ${orderId}`
  const { rows: missing } = await sql<{ productId: number }>`
    with ${holdOf(wanted)} select "productId" from missing order by "productId" ${PREPARED}`.execute(trx)
  return missing.map(({ productId }) => productId)
}

/** Parts of a statement that hold what is `wanted` ("orderId", "productId", "quantity"); `missing` is what there are too few of. */
export function holdOf(wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`wanted as materialized (${wanted}), locked as materialized (
      select s."productId" from "Stock" s where s."productId" in (select "productId" from wanted)
      order by s."productId" for no key update
    ), held as (
      update "Stock" s set "reserved" = s."reserved" + w."quantity" from locked k join wanted w using ("productId")
      where s."productId" = k."productId" and s."onHand" - s."reserved" >= w."quantity"
      returning s."productId"
    ), missing as (
      select w."productId" from wanted w where not exists (select from held h where h."productId" = w."productId")
    ), kept as (
      insert into "StockMovements" ("orderId", "productId", "kind", "turn", "quantity")
      select w."orderId", w."productId", 'hold', (
        select count(*) from "StockMovements" m where m."orderId" = w."orderId" and m."productId" = w."productId" and m."kind" = 'hold'
      ), w."quantity" from wanted w where not exists (select from missing)
    )`
}

/** Whether something was held and is free now. The key of the ledger makes a second one do nothing. */
export async function releaseStock(trx: StoreTransaction, orderId: number): Promise<boolean> {
  await lockStock(trx, orderId)
  const { rows } = await sql`
    with released as (${endOfHold(orderId, 'release')})
    update "Stock" s set "reserved" = s."reserved" - r."quantity" from released r
    where s."productId" = r."productId" returning s."productId"`.execute(trx)
  return rows.length > 0
}

/** The pieces leave the house: they are neither there nor held any more, and count as sold. */
export async function shipStock(trx: StoreTransaction, orderId: number): Promise<void> {
  await lockStock(trx, orderId)
  await sql`
    with shipped as (${endOfHold(orderId, 'ship')}), taken as (
      update "Stock" s set "reserved" = s."reserved" - r."quantity", "onHand" = s."onHand" - r."quantity" from shipped r
      where s."productId" = r."productId" returning s."productId"
    )
    update "Products" p set "sold" = p."sold" + r."quantity" from shipped r where p."id" = r."productId"`.execute(
    trx,
  )
}

/** A row of the ledger for each hold that has not ended yet. */
function endOfHold(orderId: number, kind: 'release' | 'ship') {
  return sql`
    insert into "StockMovements" ("orderId", "productId", "kind", "turn", "quantity")
    select h."orderId", h."productId", ${kind}, h."turn", h."quantity" from "StockMovements" h
    where h."orderId" = ${orderId} and h."kind" = 'hold' and not exists (
      select from "StockMovements" e where e."orderId" = h."orderId" and e."productId" = h."productId"
        and e."turn" = h."turn" and e."kind" in ('release', 'ship'))
    on conflict do nothing
    returning "productId", "quantity"`
}

async function lockStock(trx: StoreTransaction, orderId: number): Promise<void> {
  await sql`
    select s."productId" from "Stock" s
    where s."productId" in (select "productId" from "OrderLines" where "orderId" = ${orderId})
    order by s."productId" for no key update`.execute(trx)
}
