// Coupons as staff make them.
import { z } from 'zod'
import { Id, IdText, Instant, StoreId } from '../../ids.ts'
import { STAFF_ROLES } from '../../user-role.ts'
import { endpoint, pageOf, paging, type EndpointTable } from '../endpoint.ts'
import { Currency, PriceMinor } from './amounts.ts'

const uses = z.int().min(1).max(1_000_000)

export const CouponFields = z
  .strictObject({
    /** However it is typed: without regard to case, accents and blanks. */
    code: z.string().regex(/^[A-Z0-9-]{3,40}$/, 'must be 3 to 40 capital letters, digits and hyphens'),
    /** What it takes off the net sum: this part of it, or this amount; the other one is null. */
    percentBp: z.int().min(1).max(10_000).nullable(),
    amountMinor: PriceMinor.min(1).nullable(),
    /** In all, and of one pharmacy. */
    max: uses,
    maxEach: uses,
    from: Instant,
    until: Instant,
  })
  .refine(({ percentBp, amountMinor }) => (percentBp === null) !== (amountMinor === null), {
    path: ['percentBp'],
    message: 'or amountMinor must be given, and not both',
  })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'must be after from' })
  .meta({ id: 'CouponFields' })
export type CouponFields = z.infer<typeof CouponFields>

export const Coupon = z
  .strictObject({
    id: Id,
    ...CouponFields.shape,
    used: z.int().min(0),
    version: z.int().min(1),
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

/** One pharmacy's. */
const CouponUse = z.strictObject({
  storeId: StoreId,
  customerName: z.string().max(120),
  uses: z.int().min(0),
})

export const PanelCoupon = z
  .strictObject({
    coupon: Coupon,
    currency: Currency,
    /** Of the 50 pharmacies that used it most. */
    uses: z.array(CouponUse).max(50),
  })
  .meta({ id: 'PanelCoupon' })
export type PanelCoupon = z.infer<typeof PanelCoupon>

const COUPONS = '/api/v1/panel/coupons'

export const shopCouponsApi = {
  listCoupons: endpoint({
    method: 'GET',
    path: COUPONS,
    summary: 'Coupons, newest first',
    access: STAFF_ROLES,
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize }),
    reply: { status: 200, schema: pageOf(Coupon).extend({ currency: Currency }) },
  }),
  getCoupon: endpoint({
    method: 'GET',
    path: `${COUPONS}/{couponId}`,
    summary: 'One coupon, and which pharmacies used it',
    access: STAFF_ROLES,
    params: z.strictObject({ couponId: IdText }),
    reply: { status: 200, schema: PanelCoupon },
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: COUPONS,
    summary: 'Make a coupon; state_conflict where there is one with this code',
    access: ['Admin'],
    body: CouponFields,
    reply: { status: 201, schema: Coupon },
    refusals: ['state_conflict'],
  }),
  updateCoupon: endpoint({
    method: 'PUT',
    path: `${COUPONS}/{couponId}`,
    summary: 'Change a coupon; state_conflict for fewer uses than there were',
    access: ['Admin'],
    params: z.strictObject({ couponId: IdText }),
    body: CouponFields,
    versioned: true,
    reply: { status: 200, schema: Coupon },
    refusals: ['state_conflict'],
  }),
} as const satisfies EndpointTable
