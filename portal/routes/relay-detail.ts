// GET /relay/:storeId is the page of a pharmacy (?edit=ID with the editor of one computer's role, Admin), GET /relay/:storeId/computers its live part alone.
import { Router } from 'express'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { relayDetailComputers } from '../pages/relay-detail/relay-detail-computers.tsx'
import { pageNotice } from '../pages/relay-detail/page-notices.ts'
import { relayDetailPage } from '../pages/relay-detail/relay-detail-page.tsx'
import { PATHS } from '../views/paths.ts'
import { computerIn, customerOf } from './customers.ts'
import type { PortalParts } from './portal-parts.ts'
import { editorFor } from './editor-page.ts'
import { sendHtml } from './replies.ts'
import { forStaff, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

export function relayDetailRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    `${PATHS.relay}/:storeId`,
    forStaff(parts, STAFF_ROLES, async (visit, store) => {
      const customer = await customerOf(visit.request, store)
      const now = new Date(parts.wallNowMs())
      const notice = pageNotice(visit.request.query['notice'])
      const editor = await editorIn({ visit, store, customer })
      await sendHtml(visit, relayDetailPage({ frame: visit.frame(), customer, now, notice, editor }))
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

interface DetailVisit {
  readonly visit: Visit
  readonly store: StoreCall
  readonly customer: CustomerDetail
}

/** Null without the field, for a computer that is gone, and for whom may not change roles. */
async function editorIn({ visit, store, customer }: DetailVisit) {
  const computer = computerIn(customer, visit.request.query['edit'])
  if (computer === null || visit.session?.user.role !== 'Admin') return null
  return await editorFor({ customer, computer }, store)
}
