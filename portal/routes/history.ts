// GET …/computers/:computerId/history is the page of a computer's history, …/history/table its live part alone.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { historyPage } from '../pages/history/history-page.tsx'
import { historyRegion } from '../pages/history/history-region.tsx'
import { PATHS } from '../views/paths.ts'
import { foundIn, paramsOf } from './customers.ts'
import type { PortalParts } from './portal-parts.ts'
import { sendHtml } from './replies.ts'
import { forStaff, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function historyRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/history`
  router.get(
    path,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      await sendHtml(visit, historyPage({ frame: visit.frame(), ...(await told(visit, store)) }))
    }),
  )
  router.get(
    `${path}/table`,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const { language } = visit.preferences
      await sendHtml(visit, historyRegion({ language, ...(await told(visit, store)) }))
    }),
  )
  return router
}

/** Throws ProblemError `not_found`. */
async function told(visit: Visit, store: StoreCall) {
  const found = await foundIn(visit, store)
  const call = { params: paramsOf(found), query: null, body: null }
  const history = await store(storeApi.computerHistory, call)
  return { ...found, history }
}
