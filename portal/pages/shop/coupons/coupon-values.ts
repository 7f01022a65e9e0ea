// A coupon as it is typed into its form, and what the API gets of it; pure. Days are the reader's, the last one counts whole.
import { z } from 'zod'
import { CouponFields, type Coupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import { typed } from '../../../http/forms.ts'
import { amountInput, minorDigits, readAmount } from '../../../views/money.ts'
import { dayIn, dayStart, nextDay } from '../../staff-history/day-start.ts'

export const CouponForm = z.object({
  code: typed(1_000),
  kind: z.enum(['percent', 'amount']),
  value: typed(100),
  max: typed(20),
  maxEach: typed(20),
  from: typed(20),
  until: typed(20),
})
/** As they were typed. */
export type CouponValues = z.output<typeof CouponForm>

/** What the amounts and days of a form are in. */
export interface CouponPlace {
  readonly currency: string
  readonly locale: string
  readonly zone: string
}

export function newCoupon({ zone }: Pick<CouponPlace, 'zone'>, now: Date): CouponValues {
  const today = dayIn(zone, now.getTime())
  const until = nextDay(today, 30)
  return { code: '', kind: 'percent', value: '', max: '100', maxEach: '1', from: today, until }
}

export function couponValues(
  { code, percentBp, amountMinor, max, maxEach, from, until }: Coupon,
  { currency, locale, zone }: CouponPlace,
): CouponValues {
  return {
    code,
    kind: percentBp === null ? 'amount' : 'percent',
    value:
      percentBp === null
        ? amountInput(amountMinor ?? 0, minorDigits(currency), locale)
        : amountInput(percentBp, 2, locale),
    max: String(max),
    maxEach: String(maxEach),
    from: dayIn(zone, Date.parse(from)),
    until: dayIn(zone, Date.parse(until) - 1),
  }
}

/** The coupon, or the fields that are none. */
export function readCoupon(
  { kind, value, ...values }: CouponValues,
  { currency, zone }: CouponPlace,
): { readonly fields: CouponFields } | { readonly faults: ReadonlySet<string> } {
  const parsed = CouponFields.safeParse({
    code: values.code.trim().toUpperCase(),
    percentBp: kind === 'percent' ? readAmount(value, 2) : null,
    amountMinor: kind === 'amount' ? readAmount(value, minorDigits(currency)) : null,
    max: readAmount(values.max, 0),
    maxEach: readAmount(values.maxEach, 0),
    from: startOf(values.from, zone),
    until: startOf(values.until, zone, 1),
  })
  if (parsed.success) return { fields: parsed.data }
  const names = parsed.error.issues.map(({ path: [name] }) => String(name))
  return { faults: new Set(names.map((name) => (OF_VALUE.has(name) ? 'value' : name))) }
}

const OF_VALUE: ReadonlySet<string> = new Set(['percentBp', 'amountMinor'])

/** Null for what is no day. */
function startOf(day: string, zone: string, later = 0): string | null {
  if (!z.iso.date().safeParse(day).success) return null
  return dayStart(nextDay(day, later), zone).toISOString()
}

/** As it is, but over: also for one that has not begun. */
export function endedCoupon(coupon: Coupon, now: Date): CouponFields {
  const { id: _id, used: _used, version: _version, ...fields } = coupon
  const until = now.toISOString()
  const from = fields.from < until ? fields.from : new Date(now.getTime() - 1).toISOString()
  return { ...fields, from, until }
}

export function couponState(
  { from, until, used, max }: Coupon,
  now: Date,
): 'waits' | 'open' | 'usedUp' | 'over' {
  const at = now.toISOString()
  if (at >= until) return 'over'
  if (used >= max) return 'usedUp'
  return at < from ? 'waits' : 'open'
}
