// Whether a coupon takes something off now, and for this pharmacy; pure.
import type { CouponFault } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { folded } from '../../../db/search/fold.ts'
import type { TakesOff } from '../totals/totals.ts'

export interface CouponFacts {
  readonly percentBp: number | null
  readonly amountMinor: number | null
  readonly used: number
  readonly max: number
  readonly maxEach: number
  readonly from: Date
  readonly until: Date
  /** By the pharmacy that asks. */
  readonly usedByYou: number
}

/** `now` is the database's. Null: it may be used. */
export function couponFault(coupon: CouponFacts, now: Date): CouponFault | null {
  if (now < coupon.from) return 'not_yet'
  if (now >= coupon.until) return 'over'
  if (coupon.used >= coupon.max) return 'used_up'
  if (coupon.usedByYou >= coupon.maxEach) return 'used_by_you'
  return null
}

export function takenOff({
  percentBp,
  amountMinor,
}: Pick<CouponFacts, 'percentBp' | 'amountMinor'>): TakesOff {
  return percentBp === null
    ? { kind: 'amount', amountMinor: amountMinor ?? 0 }
    : { kind: 'percent', percentBp }
}

/** As "Coupons"."codeFold" has it: a code is the same in any case, with blanks, and with a dotted I. */
export function codeFold(code: string): string {
  return folded(code).replaceAll(' ', '')
}
