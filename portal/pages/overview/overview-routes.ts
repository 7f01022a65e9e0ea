// GET / is the overview, /overview its live part alone; GET /support/times how long answers took.
import { Router } from 'express'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { sendHtml } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { DESK_PATHS } from '../../views/support/desk-paths.ts'
import { overviewPage } from './overview-page.tsx'
import { overviewRegion } from './overview-region.tsx'
import { timesPage } from './times-page.tsx'

const none = { params: null, query: null, body: null } as const

export function overviewRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(DESK_PATHS.overview, forStaff([storeApi.getDashboard], showOverview))
  router.get(DESK_PATHS.figures, forStaff([storeApi.getDashboard], showFigures))
  router.get(DESK_PATHS.times, forStaff([storeApi.listSupportTimes], showTimes))
  return router
}

const showOverview: StaffHandler = async (context, store) => {
  // Its counts are those of the visit.
  const dashboard = await dashboardOf(store)
  const changes = await changesFor(context, store)
  await sendHtml(context, overviewPage({ frame: context.frame(), dashboard, changes }))
}

const showFigures: StaffHandler = async (context, store) => {
  const { language, zone, viewer } = context.frame()
  const dashboard = await dashboardOf(store)
  // Who looks on does not begin another visit when the page is loaded again.
  await visit(context, store)
  await sendHtml(context, overviewRegion({ language, zone, viewer, dashboard }))
}

/** `?since=` names a moment, and is no visit. Null at the first visit. */
async function changesFor(context: RequestContext, store: StoreCall) {
  const asked = context.request.query['since']
  if (typeof asked !== 'string' && !may(context.viewer, storeApi.listChanges)) return null
  const since = typeof asked === 'string' ? asked : await visit(context, store)
  if (since === null) return null
  const changes = await store(storeApi.listChanges, { ...none, query: { since } })
  return { changes, isAsked: typeof asked === 'string' }
}

/** When the visit before ended. Null also of a store API of the version before. */
async function visit({ viewer }: RequestContext, store: StoreCall): Promise<string | null> {
  if (!may(viewer, storeApi.recordVisit)) return null
  try {
    return (await store(storeApi.recordVisit, none)).since
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  }
}

const dashboardOf = async (store: StoreCall) => store(storeApi.getDashboard, none)

const showTimes: StaffHandler = async (context, store) => {
  const frame = context.frame()
  const query = { zone: frame.zone }
  const { days } = await store(storeApi.listSupportTimes, { ...none, query })
  await sendHtml(context, timesPage({ frame, days }))
}
