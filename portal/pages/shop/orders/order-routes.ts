// GET /shop/orders lists orders, …/{number} is one: POST …/cancel cancels it, …/send says that it was sent, …/refund gives money back.
import { Router } from 'express'
import { z } from 'zod'
import { ShipmentFields } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { readForm, typed, versionText } from '../../../http/forms.ts'
import { redirect, redirectWithNotice, sendHtml } from '../../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../../http/staff.ts'
import { SHOP_PATHS, orderPath } from '../../../views/shop-paths.ts'
import { faultyForm } from '../form-problem.ts'
import type { OrderNotice } from './order-page.tsx'
import { orderFilter, orderQuery } from './orders-address.ts'
import { ordersPage } from './orders-page.tsx'
import { refund } from './refund.ts'
import { numberOf, refusedOrder, sendOrder } from './send-order.ts'

export function orderRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const one = `${SHOP_PATHS.orders}/:number`
  const { listPanelOrders, getPanelOrder, cancelOrder, shipOrder, refundOrder } = storeApi
  router.get(SHOP_PATHS.orders, forStaff([listPanelOrders], showList))
  router.get(one, forStaff([getPanelOrder], show))
  router.post(`${one}/cancel`, forStaff([cancelOrder], cancel))
  router.post(`${one}/send`, forStaff([shipOrder], send))
  router.post(`${one}/refund`, forStaff([refundOrder], refund))
  // These addresses only answer forms; who comes back to them finds the page.
  router.get([`${one}/cancel`, `${one}/send`, `${one}/refund`], forStaff([getPanelOrder], toPage))
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
  await sendOrder(context, store, { refused: null })
}

const cancel: StaffHandler = async (context, store) => {
  const { version } = readForm(z.object({ version: versionText }), context.request.body)
  const params = { number: numberOf(context) }
  try {
    const now = await store(storeApi.cancelOrder, { params, query: null, body: null }, version)
    const notice: OrderNotice = now.state === 'cancelled' ? 'cancelled' : 'cancel-asked'
    await redirectWithNotice(context, orderPath(params.number), notice)
  } catch (error) {
    await sendOrder(context, store, { refused: refusedOrder(context, error) })
  }
}

const SendForm = z.object({ version: versionText, carrier: typed(1_000), trackingNumber: typed(1_000) })

const send: StaffHandler = async (context, store) => {
  const { version, ...values } = readForm(SendForm, context.request.body)
  const read = ShipmentFields.safeParse({ ...values, trackingNumber: values.trackingNumber.trim() })
  if (!read.success) {
    const faults = new Set(read.error.issues.map(({ path: [name] }) => String(name)))
    return await sendOrder(context, store, { shipment: values, refused: faultyForm(faults) })
  }
  const params = { number: numberOf(context) }
  try {
    await store(storeApi.shipOrder, { params, query: null, body: read.data }, version)
  } catch (error) {
    return await sendOrder(context, store, { shipment: values, refused: refusedOrder(context, error) })
  }
  await redirectWithNotice(context, orderPath(params.number), 'sent')
}

const toPage: StaffHandler = async (context) => {
  await redirect(context, orderPath(numberOf(context)))
}
