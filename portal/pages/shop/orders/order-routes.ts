// GET /shop/orders lists orders, …/{number} is one: POST …/cancel cancels it, …/send says that it was sent.
import { Router } from 'express'
import { z } from 'zod'
import { OrderNumber } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ShipmentFields } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed, versionText } from '../../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { RequestContext } from '../../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../../http/staff.ts'
import { SHOP_PATHS, orderPath } from '../../../views/shop-paths.ts'
import { faultyForm, refusedForm, statusOf, type RefusedForm } from '../form-problem.ts'
import { orderPage, type OrderNotice } from './order-page.tsx'
import { NO_SHIPMENT, type ShipmentValues } from './order-shipment.tsx'
import { orderFilter, orderQuery } from './orders-address.ts'
import { ordersPage } from './orders-page.tsx'

export function orderRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.orders}/:number`
  const { listPanelOrders, getPanelOrder, cancelOrder, shipOrder } = storeApi
  router.get(SHOP_PATHS.orders, forStaff([listPanelOrders], showList))
  router.get(one, forStaff([getPanelOrder], show))
  router.post(`${one}/cancel`, forStaff([cancelOrder], cancel))
  router.post(`${one}/send`, forStaff([shipOrder], send))
  // These addresses only answer forms; who comes back to them finds the page.
  router.get([`${one}/cancel`, `${one}/send`], forStaff([getPanelOrder], toPage))
  return router
}

const showList: StaffHandler = async (context, store) => {
  const filter = orderFilter(context.request.query)
  const frame = context.frame()
  const query = orderQuery(filter, frame.zone)
  const list = await store(storeApi.listPanelOrders, { params: null, query, body: null })
  await sendHtml(context, ordersPage({ frame, filter, list }))
}

const show: StaffHandler = async (context, store) => {
  await sendPage(context, store, { refused: null })
}

async function sendPage(
  context: RequestContext,
  store: StoreCall,
  {
    values = NO_SHIPMENT,
    refused,
  }: { readonly values?: ShipmentValues; readonly refused: RefusedForm | null },
): Promise<void> {
  const params = { number: numberOf(context) }
  const order = await store(storeApi.getPanelOrder, { params, query: null, body: null })
  const frame = context.frame(orderPath(order.number))
  const notice = noticeOf(context)
  await sendHtml(context, orderPage({ frame, order, values, refused, notice }), statusOf(refused))
}

function noticeOf(context: RequestContext): OrderNotice | null {
  const word = context.takeNotice()
  const { notices } = texts(context.preferences.language).shop.orders
  return (Object.keys(notices) as OrderNotice[]).find((notice) => notice === word) ?? null
}

const cancel: StaffHandler = async (context, store) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  const params = { number: numberOf(context) }
  try {
    const now = await store(storeApi.cancelOrder, { params, query: null, body: null }, version)
    const notice: OrderNotice = now.state === 'cancelled' ? 'cancelled' : 'cancel-asked'
    await redirectWithNotice(context, orderPath(params.number), notice)
  } catch (error) {
    await sendPage(context, store, { refused: refusedOrder(context, error) })
  }
}

const SendForm = z.object({ version: versionText, carrier: typed(1_000), trackingNumber: typed(1_000) })

const send: StaffHandler = async (context, store) => {
  const { version, ...values } = readForm(SendForm, context.request.body)
  const read = ShipmentFields.safeParse({ ...values, trackingNumber: values.trackingNumber.trim() })
  if (!read.success) {
    const faults = new Set(read.error.issues.map(({ path: [name] }) => String(name)))
    return await sendPage(context, store, { values, refused: faultyForm(faults) })
  }
  const params = { number: numberOf(context) }
  try {
    await store(storeApi.shipOrder, { params, query: null, body: read.data }, version)
  } catch (error) {
    return await sendPage(context, store, { values, refused: refusedOrder(context, error) })
  }
  await redirectWithNotice(context, orderPath(params.number), 'sent')
}

/** Nothing of a page is edited: the words for entries that are kept would say too much. */
function refusedOrder(context: RequestContext, error: unknown): RefusedForm {
  const words = (t: Texts) => ({ state_conflict: t.shop.orders.refused })
  const refused = refusedForm(context, error, words)
  if (refused.code !== 'version_stale') return refused
  return { ...refused, words: texts(context.preferences.language).shop.orders.stale }
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, orderPath(numberOf(context)))
}

/** Throws ProblemError `not_found`. */
function numberOf({ request }: RequestContext): string {
  const number = OrderNumber.safeParse(request.params['number'])
  if (!number.success) throw new ProblemError('not_found', 'There is no such order')
  return number.data
}
