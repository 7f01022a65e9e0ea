// GET /relay is the list, GET /relay/table its live part alone.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { relayListPage } from './relay-list-page.tsx'
import { relayListTable } from './relay-list-table.tsx'
import { PATHS } from '../../views/paths.ts'
import { listQueryText, readListQuery } from './list-query.ts'
import { sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

export function relayListRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.relay, forStaff([storeApi.listCustomers], showPage))
  router.get(`${PATHS.relay}/table`, forStaff([storeApi.listCustomers], showTable))
  return router
}

const showPage: StaffHandler = async (context, store) => {
  const { query, list } = await find(context, store)
  await sendHtml(context, relayListPage({ frame: context.frame(), query, list, now: context.now() }))
}

const showTable: StaffHandler = async (context, store) => {
  const { query, list } = await find(context, store)
  await sendHtml(
    context,
    relayListTable({ language: context.preferences.language, query, list, now: context.now() }),
  )
}

async function find(context: RequestContext, store: StoreCall) {
  const query = readListQuery(context.request.query)
  const list = await store(storeApi.listCustomers, { params: null, query: listQueryText(query), body: null })
  return { query, list }
}
