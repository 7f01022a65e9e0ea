// GET / is the overview, /overview its live part alone; GET /support/times how long answers took.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { sendHtml } from '../../http/replies.ts'
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
  await sendHtml(context, overviewPage({ frame: context.frame(), dashboard: await dashboardOf(store) }))
}

const showFigures: StaffHandler = async (context, store) => {
  const { language, zone, viewer } = context.frame()
  await sendHtml(context, overviewRegion({ language, zone, viewer, dashboard: await dashboardOf(store) }))
}

const dashboardOf = async (store: StoreCall) => store(storeApi.getDashboard, none)

const showTimes: StaffHandler = async (context, store) => {
  const frame = context.frame()
  const query = { zone: frame.zone }
  const { days } = await store(storeApi.listSupportTimes, { ...none, query })
  await sendHtml(context, timesPage({ frame, days }))
}
