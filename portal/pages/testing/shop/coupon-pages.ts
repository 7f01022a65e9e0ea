// Coupons in every state: the list, one, the form of a new one, what refuses each.
import type { Coupon, PanelCoupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { FrameProps } from '../../../views/frame-props.ts'
import { couponPage, type CouponNotice, type CouponPageProps } from '../../shop/coupons/coupon-page.tsx'
import { couponValues, newCoupon, type CouponValues } from '../../shop/coupons/coupon-values.ts'
import { couponsPage } from '../../shop/coupons/coupons-page.tsx'
import { HOSTILE, NOW } from '../fixtures.ts'
import { refusedFor, staleFor } from './refusals.ts'

export function couponOf(changes: Partial<Coupon> = {}): Coupon {
  return {
    id: 3,
    code: 'SPRING-10',
    percentBp: 1_000,
    amountMinor: null,
    used: 2,
    max: 100,
    maxEach: 1,
    from: '2026-01-01T00:00:00.000Z',
    until: '2100-01-01T00:00:00.000Z',
    version: 2,
    ...changes,
  }
}

const ABOUT: PanelCoupon = {
  coupon: couponOf(),
  currency: 'EUR',
  uses: [{ storeId: 'P-1001', customerName: HOSTILE, uses: 2 }],
}

export function couponPages(frame: FrameProps): Record<string, string> {
  const list = (items: Coupon[], total = items.length) =>
    couponsPage({
      frame: { ...frame, path: '/shop/coupons' },
      query: { page: total > items.length ? 3 : 1, pageSize: 50 },
      list: { items, total, page: 1, pageSize: 50, currency: 'EUR' },
      now: NOW,
    })
  const all = [
    couponOf(),
    couponOf({ id: 4, percentBp: null, amountMinor: 500, from: '2090-01-01T00:00:00.000Z' }),
    couponOf({ id: 5, used: 100 }),
    couponOf({ id: 6, until: '2026-02-01T00:00:00.000Z' }),
  ]
  return {
    coupons: list(all),
    'coupons, none': list([]),
    'coupons, third page': list(all, 200),
    ...formPages(frame),
  }
}

function formPages(frame: FrameProps) {
  const place = { currency: 'EUR', locale: texts(frame.language).locale, zone: 'UTC' }
  const page = (changes: Partial<CouponPageProps> = {}) =>
    couponPage({
      frame,
      about: ABOUT,
      values: couponValues(ABOUT.coupon, place),
      refused: null,
      notice: null,
      now: NOW,
      ...changes,
    })
  const names = ['code', 'value', 'max', 'maxEach', 'from', 'until'] as const
  const typed: CouponValues = {
    kind: 'amount',
    ...(Object.fromEntries(names.map((name) => [name, HOSTILE])) as Record<(typeof names)[number], string>),
    // The name of the field is a word that a test looks for, and a sign of HOSTILE would end the tag for it.
    from: '31.01.2026',
  }
  const over = { ...ABOUT, uses: [], coupon: couponOf({ until: '2026-02-01T00:00:00.000Z' }) }
  return {
    coupon: page(),
    'coupon, over': page({ about: over }),
    'coupon, stale': page({ refused: staleFor(frame) }),
    'coupon, used more often': page({ refused: refusedFor('state_conflict', { faults: ['max'] }) }),
    'new coupon': page({ about: null, values: newCoupon({ zone: 'UTC' }, NOW) }),
    'new coupon, faulty': page({
      about: null,
      values: typed,
      refused: refusedFor('invalid', { faults: names }),
    }),
    'new coupon, taken': page({
      about: null,
      values: typed,
      refused: refusedFor('state_conflict', { faults: ['code'] }),
    }),
    ...Object.fromEntries(
      (Object.keys(texts(frame.language).shop.coupons.notices) as CouponNotice[]).map((notice) => [
        `coupon says ${notice}`,
        page({ notice }),
      ]),
    ),
  }
}
