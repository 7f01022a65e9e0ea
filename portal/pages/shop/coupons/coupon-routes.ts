// GET /shop/coupons lists coupons, …/new makes one; …/{id} is one: POST there saves it, …/end ends it.
import { Router } from 'express'
import { z } from 'zod'
import type { PanelCoupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, versionText } from '../../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, couponPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf, type RefusedForm } from '../form-problem.ts'
import { couponPage, type CouponNotice } from './coupon-page.tsx'
import {
  CouponForm,
  couponValues,
  endedCoupon,
  newCoupon,
  readCoupon,
  type CouponPlace,
  type CouponValues,
} from './coupon-values.ts'
import { couponsPage } from './coupons-page.tsx'

export function couponRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.coupons}/:couponId`
  const { listCoupons, getCoupon, createCoupon, updateCoupon } = storeApi
  router.get(SHOP_PATHS.coupons, forStaff([listCoupons], showList))
  router.get(SHOP_PATHS.newCoupon, forStaff([createCoupon], showNew))
  router.post(SHOP_PATHS.newCoupon, forStaff([createCoupon], make))
  router.get(one, forStaff([getCoupon], show))
  router.post(one, forStaff([updateCoupon], save))
  router.post(`${one}/end`, forStaff([updateCoupon], end))
  // This address only answers a form; who comes back to it finds the page.
  router.get(`${one}/end`, forStaff([getCoupon], toPage))
  return router
}

const showList: StaffHandler = async (context, store) => {
  const parsed = storeApi.listCoupons.query.strip().safeParse(context.request.query)
  if (!parsed.success)
    throw new ProblemError('invalid', 'The address of the list is not valid', {
      errors: fieldFaults('query', parsed.error),
    })
  const { page, pageSize } = parsed.data
  const asked = { page: String(page), pageSize: String(pageSize) }
  const list = await store(storeApi.listCoupons, { params: null, query: asked, body: null })
  const html = couponsPage({ frame: context.frame(), query: parsed.data, list, now: context.now() })
  await sendHtml(context, html)
}

const showNew: StaffHandler = async (context) => {
  const values = newCoupon({ zone: context.frame().zone }, context.now())
  await sendForm(context, { about: null, values, refused: null })
}

const make: StaffHandler = async (context, store) => {
  const values = readForm(CouponForm, context.request.body)
  const query = { pageSize: '1' }
  const { currency } = await store(storeApi.listCoupons, { params: null, query, body: null })
  const read = readCoupon(values, placeOf(context, currency))
  if ('faults' in read)
    return await sendForm(context, { about: null, values, refused: faultyForm(read.faults) })
  try {
    const { id } = await store(storeApi.createCoupon, { params: null, query: null, body: read.fields })
    await redirectWithNotice(context, couponPath(id), 'made')
  } catch (error) {
    await sendForm(context, { about: null, values, refused: refusedForm(context, error, () => ({})) })
  }
}

const show: StaffHandler = async (context, store) => {
  const about = await readAbout(context, store)
  const values = couponValues(about.coupon, placeOf(context, about.currency))
  await sendForm(context, { about, values, refused: null })
}

async function sendForm(
  context: RequestContext,
  shown: {
    readonly about: PanelCoupon | null
    readonly values: CouponValues
    readonly refused: RefusedForm | null
  },
): Promise<void> {
  const { about, refused } = shown
  const frame = about === null ? context.frame() : context.frame(couponPath(about.coupon.id))
  const word = context.takeNotice()
  const { notices } = texts(frame.language).shop.coupons
  const notice = (Object.keys(notices) as CouponNotice[]).find((one) => one === word) ?? null
  await sendHtml(context, couponPage({ frame, notice, now: context.now(), ...shown }), statusOf(refused))
}

async function readAbout(context: RequestContext, store: StoreCall): Promise<PanelCoupon> {
  const params = { couponId: String(idOf(context)) }
  return store(storeApi.getCoupon, { params, query: null, body: null })
}

function placeOf(context: RequestContext, currency: string): CouponPlace {
  const { zone, language } = context.frame()
  return { currency, locale: texts(language).locale, zone }
}

const save: StaffHandler = async (context, store) => {
  const { version, ...values } = readForm(CouponForm.extend({ version: versionText }), context.request.body)
  const about = await readAbout(context, store)
  const read = readCoupon(values, placeOf(context, about.currency))
  if ('faults' in read) return await sendForm(context, { about, values, refused: faultyForm(read.faults) })
  const params = { couponId: String(about.coupon.id) }
  try {
    await store(storeApi.updateCoupon, { params, query: null, body: read.fields }, version)
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    // With the version of now, so that it can be sent knowingly.
    return await sendForm(context, { about: await readAbout(context, store), values, refused })
  }
  await redirectWithNotice(context, couponPath(about.coupon.id), 'saved')
}

const end: StaffHandler = async (context, store) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  const about = await readAbout(context, store)
  const params = { couponId: String(about.coupon.id) }
  const body = endedCoupon(about.coupon, context.now())
  try {
    await store(storeApi.updateCoupon, { params, query: null, body }, version)
  } catch (error) {
    const refused = refusedForm(context, error, () => ({}))
    const now = await readAbout(context, store)
    const values = couponValues(now.coupon, placeOf(context, now.currency))
    return await sendForm(context, { about: now, values, refused })
  }
  await redirectWithNotice(context, couponPath(about.coupon.id), 'ended')
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, couponPath(idOf(context)))
}

/** Throws ProblemError `not_found`. */
function idOf({ request }: RequestContext): number {
  const id = IdText.safeParse(request.params['couponId'])
  if (!id.success) throw new ProblemError('not_found', 'There is no such coupon')
  return id.data
}
