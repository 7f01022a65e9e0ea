// GET /relay/:storeId is the page of a pharmacy, GET /relay/:storeId/computers its live part alone.
import { Router } from 'express'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { relayDetailComputers } from '../pages/relay-detail/relay-detail-computers.tsx'
import { relayDetailPage } from '../pages/relay-detail/relay-detail-page.tsx'
import { PATHS } from '../views/paths.ts'
import { customerOf } from './customers.ts'
import type { PortalParts } from './portal-parts.ts'
import { sendHtml } from './replies.ts'
import { forStaff } from './staff.ts'

export function relayDetailRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    `${PATHS.relay}/:storeId`,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const customer = await customerOf(visit.request, store)
      const now = new Date(parts.wallNowMs())
      const notice = noticeOf(visit.request.query['notice'])
      await sendHtml(visit, relayDetailPage({ frame: visit.frame(), customer, now, notice }))
    }),
  )
  router.get(
    `${PATHS.relay}/:storeId/computers`,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const customer = await customerOf(visit.request, store)
      const { language } = visit.preferences
      const { viewer } = visit.frame()
      const now = new Date(parts.wallNowMs())
      await sendHtml(visit, relayDetailComputers({ language, viewer, customer, now }))
    }),
  )
  return router
}

function noticeOf(value: unknown): 'created' | 'saved' | null {
  return value === 'created' || value === 'saved' ? value : null
}
