// The certificate of a computer (Admin): GET compares what it reports with what it is known by, POST accepts it.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { certificatePage } from '../pages/certificate/certificate-page.tsx'
import { PATHS, certificatePath, customerPath } from '../views/paths.ts'
import { foundIn } from './editor-page.ts'
import { readForm, typed } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler } from './staff.ts'

const AcceptForm = z.object({ fingerprint: typed(64) })

export function certificateRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/computers/:computerId/certificate`
  router.get(path, forStaff(parts, ['Admin'], compare))
  router.post(path, forStaff(parts, ['Admin'], accept))
  return router
}

const compare: StaffHandler = async (visit, store) => {
  const found = await foundIn(visit, store)
  const isOutdated = visit.request.query['notice'] === 'outdated'
  await sendHtml(visit, certificatePage({ frame: visit.frame(), ...found, isOutdated }))
}

const accept: StaffHandler = async (visit, store) => {
  const { fingerprint } = readForm(AcceptForm, visit.request.body)
  const { customer, computer } = await foundIn(visit, store)
  const params = { customerId: String(customer.id), computerId: String(computer.id) }
  try {
    await store(storeApi.acceptCertificate, { params, query: null, body: { fingerprint } })
  } catch (error) {
    // It reports yet another one, or none any more: the page shows what there is now.
    if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
    return await redirect(visit, `${certificatePath(customer.storeId, computer.id)}?notice=outdated`)
  }
  await redirect(visit, `${customerPath(customer.storeId)}?notice=certificate-accepted`)
}
