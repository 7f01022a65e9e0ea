// The enrolment key of a pharmacy (Admin): GET asks, POST makes a new one and shows it this once.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { enrolmentConfirmPage, enrolmentKeyPage } from '../pages/enrolment-key/enrolment-key-page.tsx'
import { PATHS } from '../views/paths.ts'
import { customerOf } from './customers.ts'
import type { PortalParts } from './portal-parts.ts'
import { sendHtml } from './replies.ts'
import { forStaff } from './staff.ts'

export function enrolmentKeyRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/enrolment-key`
  router.get(
    path,
    forStaff(parts, ['Admin'], async (visit, store) => {
      const customer = await customerOf(visit.request, store)
      await sendHtml(visit, enrolmentConfirmPage({ frame: visit.frame(), customer }))
    }),
  )
  router.post(
    path,
    forStaff(parts, ['Admin'], async (visit, store) => {
      const customer = await customerOf(visit.request, store)
      const params = { customerId: String(customer.id) }
      const made = await store(storeApi.renewEnrolmentKey, { params, query: null, body: null })
      const { enrolmentKey } = made
      await sendHtml(visit, enrolmentKeyPage({ frame: visit.frame(), customer, enrolmentKey }), 201)
    }),
  )
  return router
}
