// Baskets: of an account, or of a stranger who holds a token. Also what comes of a coupon in one.
import { z } from 'zod'
import { Id, IdText, Uuid, lineOfText } from '../../ids.ts'
import { growing } from '../../wire.ts'
import { endpoint, type EndpointTable } from '../endpoint.ts'
import { BasisPoints, Currency, MAX_LINES, MAX_QUANTITY, PriceMinor, SumMinor } from './amounts.ts'

/** Why a line cannot be ordered as it is; `price`: it costs something else than when it was put there. */
export const LineChange = growing(z.enum(['price', 'stock', 'inactive', 'minimum', 'other']), 'other').meta({
  id: 'LineChange',
})
export type LineChange = z.infer<typeof LineChange>

/** Tax of one rate, on the sum of the lines with it. */
export const TaxTotal = z
  .strictObject({ taxBp: BasisPoints, netMinor: SumMinor, taxMinor: SumMinor })
  .meta({ id: 'TaxTotal' })
export type TaxTotal = z.infer<typeof TaxTotal>

export const Totals = z
  .strictObject({
    /** Net, before the discount. */
    subtotalMinor: SumMinor,
    discountMinor: SumMinor,
    taxes: z.array(TaxTotal).max(MAX_LINES),
    taxMinor: SumMinor,
    /** What is paid. */
    totalMinor: SumMinor,
  })
  .meta({ id: 'Totals' })
export type Totals = z.infer<typeof Totals>

export const CartLine = z
  .strictObject({
    productId: Id,
    slug: z.string().max(200),
    name: z.string().max(200),
    packSize: z.string().max(60),
    quantity: z.int().min(1).max(MAX_QUANTITY),
    minQuantity: z.int().min(1).max(MAX_QUANTITY),
    /** Now, net. */
    priceMinor: PriceMinor,
    taxBp: BasisPoints,
    netMinor: SumMinor,
    available: z.int().min(0),
    changes: z.array(LineChange).max(8),
  })
  .meta({ id: 'CartLine' })
export type CartLine = z.infer<typeof CartLine>

/** Why a coupon takes nothing off. */
export const CouponFault = growing(z.enum(['not_yet', 'over', 'used_up', 'used_by_you', 'other']), 'other')
export type CouponFault = z.infer<typeof CouponFault>

export const Cart = z
  .strictObject({
    /** Null as long as nothing was put in. */
    id: Uuid.nullable(),
    version: z.int().min(0),
    currency: Currency,
    lines: z.array(CartLine).max(MAX_LINES),
    coupon: z.strictObject({ code: z.string().max(40), fault: CouponFault.nullable() }).nullable(),
    totals: Totals,
  })
  .meta({ id: 'Cart' })
export type Cart = z.infer<typeof Cart>

/** Of a quantity that changed when two baskets became one. */
const MergedLine = z.strictObject({
  productId: Id,
  name: z.string().max(200),
  was: z.int().min(0).max(MAX_QUANTITY),
  became: z.int().min(0).max(MAX_QUANTITY),
})

export const CouponCode = lineOfText(40)

const CART = '/api/v1/store/cart'

export const shopBasketsApi = {
  getCart: endpoint({
    method: 'GET',
    path: CART,
    summary: 'The open basket, with what changed since it was filled',
    access: 'visitor',
    reply: { status: 200, schema: Cart },
  }),
  putCartLine: endpoint({
    method: 'PUT',
    path: `${CART}/lines/{productId}`,
    summary:
      'So many pieces of a product from now on, 0 for none. seq grows with each change of a tab: an older one changes nothing',
    access: 'visitor',
    params: z.strictObject({ productId: IdText }),
    body: z.strictObject({
      quantity: z.int().min(0).max(MAX_QUANTITY),
      /** Milliseconds since 1970 do. */
      seq: z.int().min(1).max(9_007_199_254_740_991),
    }),
    reply: { status: 200, schema: Cart },
    refusals: ['state_conflict'],
  }),
  putCoupon: endpoint({
    method: 'PUT',
    path: `${CART}/coupon`,
    summary:
      'Use a coupon; state_conflict for a code that is none. 10 wrong ones a minute, then rate_limited',
    access: 'visitor',
    body: z.strictObject({ code: CouponCode }),
    reply: { status: 200, schema: Cart },
    refusals: ['state_conflict', 'rate_limited'],
  }),
  removeCoupon: endpoint({
    method: 'DELETE',
    path: `${CART}/coupon`,
    summary: 'Use no coupon',
    access: 'visitor',
    reply: { status: 200, schema: Cart },
  }),
  mergeCart: endpoint({
    method: 'POST',
    path: `${CART}/merge`,
    summary:
      'Take over the basket of before the sign-in: the larger quantity of each product, or the stranger’s basket alone',
    access: ['Pharmacist', 'Customer'],
    body: z.strictObject({
      cartToken: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a basket'),
      keep: z.enum(['larger', 'stranger']),
    }),
    reply: {
      status: 200,
      schema: z.strictObject({ cart: Cart, merged: z.array(MergedLine).max(2 * MAX_LINES) }),
    },
  }),
} as const satisfies EndpointTable
