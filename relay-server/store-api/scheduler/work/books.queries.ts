// The books as they are proven: what orders hold, what coupons were used for, what was paid for.
import { sql } from 'kysely'
import type { Finding } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

/** All of it sees the database of one moment. */
export async function withSnapshot<R>(db: StoreDb, work: (trx: StoreTransaction) => Promise<R>): Promise<R> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

export async function lastOrderId(trx: StoreTransaction): Promise<number> {
  const row = trx.selectFrom('Orders').select((eb) => eb.fn.max('id').as('last'))
  return (await row.executeTakeFirst())?.last ?? 0
}

/** Of orders after `from` up to `to`. */
export interface OrderRange {
  readonly from: number
  readonly to: number
}

/** What the ledger says that these orders hold, by product. */
export async function heldBy(trx: StoreTransaction, { from, to }: OrderRange) {
  const { rows } = await sql<{ productId: number; held: number }>`
    select "productId", sum(case "kind" when 'hold' then "quantity" when 'return' then 0 else -"quantity" end) as "held"
    from "StockMovements" where "orderId" > ${from} and "orderId" <= ${to} group by "productId"`.execute(trx)
  return rows
}

/** Of all products. */
export async function reservedCounters(trx: StoreTransaction) {
  return trx.selectFrom('Stock').select(['productId', 'reserved']).orderBy('productId').execute()
}

/** Coupons whose counter is not the sum of its uses. */
export async function wrongCoupons(trx: StoreTransaction, limit: number): Promise<Finding[]> {
  const { rows } = await sql<Omit<Finding, 'kind'>>`
    select c."code" as "subject", coalesce(u."uses", 0) as "expected", c."used" as "found" from "Coupons" c
    left join (select "couponId", sum("uses")::integer as "uses" from "CouponUses" group by "couponId") u
      on u."couponId" = c."id"
    where c."used" <> coalesce(u."uses", 0) order by c."id" limit ${limit}`.execute(trx)
  return rows.map((row) => ({ kind: 'coupon_uses', ...row }))
}

/** Paid orders of which not exactly their total was captured. */
export async function wrongPayments(
  trx: StoreTransaction,
  { from, to }: OrderRange,
  limit: number,
): Promise<Finding[]> {
  const { rows } = await sql<Omit<Finding, 'kind'>>`
    select o."number" as "subject", o."totalMinor" as "expected", coalesce(p."captured", 0) as "found" from "Orders" o
    left join lateral (
      select sum("capturedMinor")::bigint as "captured" from "Payments" where "orderId" = o."id" and "state" = 'captured'
    ) p on true
    where o."id" > ${from} and o."id" <= ${to} and o."state" in ('paid', 'shipped', 'completed')
      and o."totalMinor" <> coalesce(p."captured", 0)
    order by o."id" limit ${limit}`.execute(trx)
  return rows.map((row) => ({ kind: 'paid_order', ...row }))
}
