// The rows of coupons as staff make and change them.
import { sql, type Selectable } from 'kysely'
import type { Coupon, CouponFields, PanelCoupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import type { StoreSchema } from '../../schema.ts'

/** Name of the index that keeps codes unique, however they are written. */
export const CODE_INDEX = 'Coupons_code_key'

/** Newest first. */
export async function pageOfCoupons(
  db: StoreDb,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: Coupon[]; total: number; page: number; pageSize: number }> {
  const rows = db.selectFrom('Coupons').selectAll().orderBy('id', 'desc')
  const counted = db.selectFrom('Coupons').select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = await counted.executeTakeFirstOrThrow()
  const found = await rows
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: found.map(shownCoupon), total, page, pageSize }
}

export async function insertCoupon(trx: StoreTransaction, fields: CouponFields): Promise<Coupon> {
  const row = trx.insertInto('Coupons').values(valuesOf(fields)).returningAll()
  return shownCoupon(await row.executeTakeFirstOrThrow())
}

export async function findCoupon(db: StoreDb, couponId: number): Promise<Coupon | null> {
  const row = await db.selectFrom('Coupons').selectAll().where('id', '=', couponId).executeTakeFirst()
  return row === undefined ? null : shownCoupon(row)
}

/** Of the 50 pharmacies that used it most. */
export async function usesOf(db: StoreDb, couponId: number): Promise<PanelCoupon['uses']> {
  return db
    .selectFrom('CouponUses as u')
    .innerJoin('Customers as c', 'c.id', 'u.customerId')
    .select(['c.storeId', 'c.name as customerName', 'u.uses'])
    .where('u.couponId', '=', couponId)
    .where('u.uses', '>', 0)
    .orderBy('u.uses', 'desc')
    .orderBy('c.id')
    .limit(50)
    .execute()
}

/** The row under its lock, or null: nobody uses it meanwhile. */
export async function lockCoupon(trx: StoreTransaction, couponId: number): Promise<Coupon | null> {
  const row = trx.selectFrom('Coupons').selectAll().where('id', '=', couponId).forNoKeyUpdate()
  const found = await row.executeTakeFirst()
  return found === undefined ? null : shownCoupon(found)
}

export async function updateCoupon(
  trx: StoreTransaction,
  couponId: number,
  fields: CouponFields,
): Promise<Coupon> {
  const row = trx
    .updateTable('Coupons')
    .set({ ...valuesOf(fields), version: sql<number>`"version" + 1` })
    .where('id', '=', couponId)
    .returningAll()
  return shownCoupon(await row.executeTakeFirstOrThrow())
}

function valuesOf({ from, until, ...fields }: CouponFields) {
  return { ...fields, from: new Date(from), until: new Date(until) }
}

function shownCoupon({ from, until, ...row }: Selectable<StoreSchema['Coupons']>): Coupon {
  const { codeFold: _folded, ...shown } = row
  return { ...shown, from: from.toISOString(), until: until.toISOString() }
}
