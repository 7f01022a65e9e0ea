// The endpoints of coupons for staff.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { changeCoupon, createCoupon } from './coupon-changes.ts'
import { pageOfCoupons } from './coupons.queries.ts'

export function couponHandlers(db: StoreDb) {
  return {
    listCoupons: async ({ query }) => pageOfCoupons(db, query),
    createCoupon: async ({ body, caller }) => createCoupon(db, caller, body),
    updateCoupon: async ({ params, version, body, caller }) =>
      changeCoupon(db, caller, { ...params, version, fields: body }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
