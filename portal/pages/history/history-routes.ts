// GET …/computers/:computerId/history is the page of a computer's history, …/history/table its live part alone.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { historyPage } from './history-page.tsx'
import { historyRegion } from './history-region.tsx'
import { PATHS } from '../../views/paths.ts'
import { addressedComputer, paramsOf } from '../../http/named-customer.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

export function historyRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/history`
  router.get(path, forStaff([storeApi.computerHistory], showPage))
  router.get(`${path}/table`, forStaff([storeApi.computerHistory], showTable))
  return router
}

const showPage: StaffHandler = async (context, store) => {
  const { customer, computer, history } = await read(context, store)
  await sendHtml(context, historyPage({ frame: context.frame(), customer, computer, history }))
}

const showTable: StaffHandler = async (context, store) => {
  const { customer, computer, history } = await read(context, store)
  const { language, zone } = context.frame()
  await sendHtml(context, historyRegion({ language, zone, customer, computer, history }))
}

/** Throws ProblemError `not_found`. */
async function read(context: RequestContext, store: StoreCall) {
  const found = await addressedComputer(context, store)
  const call = { params: paramsOf(found), query: null, body: null }
  const history = await store(storeApi.computerHistory, call)
  return { ...found, history }
}
