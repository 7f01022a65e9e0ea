// What Admins do to coupons, each with its row in the staff log.
import type { Coupon, CouponFields } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { isUniqueViolation } from '../../../db/database-errors.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb } from '../../database.ts'
import { CODE_INDEX, insertCoupon, lockCoupon, updateCoupon } from './coupons.queries.ts'

/** Throws ProblemError `state_conflict` where there is one with this code. */
export async function createCoupon(db: StoreDb, caller: Caller, fields: CouponFields): Promise<Coupon> {
  return withFreeCode(() =>
    db.transaction().execute(async (trx) => {
      const coupon = await insertCoupon(trx, fields)
      await recordStaffOperation(trx, caller, {
        action: 'coupon.create',
        customerId: null,
        computerId: null,
        summary: `Made coupon ${fields.code}`,
        after: logged(fields),
      })
      return coupon
    }),
  )
}

/** Throws ProblemError `not_found`, `version_stale`, or `state_conflict` for fewer uses than there were and a code that is taken. */
export async function changeCoupon(
  db: StoreDb,
  caller: Caller,
  change: { readonly couponId: number; readonly version: number; readonly fields: CouponFields },
): Promise<Coupon> {
  const { couponId, version, fields } = change
  return withFreeCode(() =>
    db.transaction().execute(async (trx) => {
      const was = await lockCoupon(trx, couponId)
      if (was === null) throw new ProblemError('not_found', 'There is no such coupon')
      if (was.version !== version)
        throw new ProblemError(
          'version_stale',
          `Somebody else changed this; it is at version ${was.version} now`,
        )
      if (fields.max < was.used) throw tooFew(was.used)
      const coupon = await updateCoupon(trx, couponId, fields)
      await recordStaffOperation(trx, caller, {
        action: 'coupon.update',
        customerId: null,
        computerId: null,
        summary: `Changed coupon ${was.code}`,
        before: logged(was),
        after: logged(fields),
      })
      return coupon
    }),
  )
}

function logged({ code, percentBp, amountMinor, max, maxEach, from, until }: CouponFields): StaffValues {
  return { code, percentBp, amountMinor, max, maxEach, from, until }
}

function tooFew(used: number): ProblemError {
  const errors = [{ path: 'body.max', message: `must be at least ${used}` }]
  return new ProblemError('state_conflict', `It was used ${used} times already`, { errors })
}

async function withFreeCode<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error, CODE_INDEX)) throw error
    const errors = [{ path: 'body.code', message: 'belongs to another coupon' }]
    throw new ProblemError('state_conflict', 'There is a coupon with this code', { errors })
  }
}
