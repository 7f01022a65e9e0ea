// GET / leads to the list; GET /relay is the list, GET /relay/table its live part alone.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { relayListPage } from '../pages/relay-list/relay-list-page.tsx'
import { relayListTable } from '../pages/relay-list/relay-list-table.tsx'
import { PATHS } from '../views/paths.ts'
import { listQueryText, readListQuery } from './list-query.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function relayListRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', async (_request, response) => await redirect(visitOf(parts, response), PATHS.relay))
  router.get(
    PATHS.relay,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const found = await find(visit, store)
      await sendHtml(visit, relayListPage({ frame: visit.frame(), ...found }))
    }),
  )
  router.get(
    `${PATHS.relay}/table`,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const found = await find(visit, store)
      await sendHtml(visit, relayListTable({ language: visit.preferences.language, ...found }))
    }),
  )
  return router
}

async function find(visit: Visit, store: StoreCall) {
  const query = readListQuery(visit.request.query)
  const list = await store(storeApi.listCustomers, { params: null, query: listQueryText(query), body: null })
  return { query, list }
}
