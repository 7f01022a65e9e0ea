// The endpoints of coupons for staff.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import type { ShopRules } from '../shop-rules.ts'
import { changeCoupon, createCoupon } from './coupon-changes.ts'
import { findCoupon, pageOfCoupons, usesOf } from './coupons.queries.ts'

export function couponHandlers({ db, shop }: { readonly db: StoreDb; readonly shop: ShopRules }) {
  return {
    listCoupons: async ({ query }) => ({ ...(await pageOfCoupons(db, query)), currency: shop.currency }),
    getCoupon: async ({ params: { couponId } }) => {
      const coupon = await findCoupon(db, couponId)
      if (coupon === null) throw new ProblemError('not_found', 'There is no such coupon')
      return { coupon, currency: shop.currency, uses: await usesOf(db, couponId) }
    },
    createCoupon: async ({ body, caller }) => createCoupon(db, caller, body),
    updateCoupon: async ({ params, version, body, caller }) =>
      changeCoupon(db, caller, { ...params, version, fields: body }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
