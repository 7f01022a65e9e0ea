// The endpoints of baskets. Each change answers with the basket as it is then.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { accountOwner, basketOwner } from '../buyers.ts'
import { codeFold } from '../coupons/coupon-rule.ts'
import type { Guesser, WrongCodes } from '../coupons/wrong-codes.ts'
import type { ShopRules } from '../shop-rules.ts'
import { readCart } from './basket.ts'
import { mergeCart, putCoupon, putLine } from './basket-changes.ts'
import { findCoupon } from './baskets.queries.ts'

export interface BasketParts {
  readonly db: StoreDb
  readonly shop: ShopRules
  readonly wrongCodes: WrongCodes
}

export function basketHandlers(parts: BasketParts) {
  const { db, shop } = parts
  return {
    getCart: async ({ caller }) => readCart(db, basketOwner(caller), shop.currency),
    putCartLine: async ({ caller, params, body }) => {
      const owner = basketOwner(caller)
      await putLine(db, owner, { ...params, ...body })
      return readCart(db, owner, shop.currency)
    },
    putCoupon: async ({ caller, body, clientAddress }) => {
      const owner = basketOwner(caller)
      await putCoupon(db, owner, await couponOf(parts, { owner, clientAddress }, body.code))
      return readCart(db, owner, shop.currency)
    },
    removeCoupon: async ({ caller }) => {
      const owner = basketOwner(caller)
      await putCoupon(db, owner, null)
      return readCart(db, owner, shop.currency)
    },
    mergeCart: async ({ caller, body }) => {
      const owner = accountOwner(caller)
      const merged = await mergeCart(db, owner, body)
      return { cart: await readCart(db, owner, shop.currency), merged }
    },
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}

/** Throws ProblemError `state_conflict` for a code that is none, `rate_limited` after ten of them. */
async function couponOf({ db, wrongCodes }: BasketParts, by: Guesser, code: string): Promise<number> {
  wrongCodes.check(by)
  const coupon = await findCoupon(db, { codeFold: codeFold(code) }, by.owner.customerId)
  if (coupon !== null) return coupon.id
  wrongCodes.count(by)
  const errors = [{ path: 'coupon', message: 'is not known' }]
  throw new ProblemError('state_conflict', 'There is no such coupon', { errors })
}
