// GET /relay/:storeId/orders: the last ten orders of a pharmacy, and its addresses.
import { Router } from 'express'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { customerOf } from '../../../http/named-customer.ts'
import { sendHtml } from '../../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../../http/staff.ts'
import { PATHS } from '../../../views/paths.ts'
import { pharmacyOrdersPage } from './pharmacy-orders-page.tsx'

const LAST = '10'

export function pharmacyOrderRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(`${PATHS.relay}/:storeId/orders`, forStaff([storeApi.listPanelOrders], show))
  return router
}

const show: StaffHandler = async (context, store) => {
  const customer = await customerOf(context, store)
  const query = { storeId: customer.storeId, pageSize: LAST }
  const params = { customerId: String(customer.id) }
  const [{ items }, kept] = await Promise.all([
    store(storeApi.listPanelOrders, { params: null, query, body: null }),
    may(context.viewer, storeApi.listPanelAddresses)
      ? store(storeApi.listPanelAddresses, { params, query: null, body: null })
      : null,
  ])
  const addresses = kept?.addresses ?? null
  const html = pharmacyOrdersPage({ frame: context.frame(), customer, orders: items, addresses })
  await sendHtml(context, html)
}
