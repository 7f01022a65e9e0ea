// The enrolment key of a pharmacy (Admin): GET asks, POST makes a new one and shows it this once.
import { Router } from 'express'
import { z } from 'zod'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { enrolmentConfirmPage } from '../pages/enrolment-key/enrolment-confirm-page.tsx'
import { enrolmentKeyPage } from '../pages/enrolment-key/enrolment-key-page.tsx'
import { enrolmentMadePage } from '../pages/enrolment-key/enrolment-made-page.tsx'
import type { FormOwner } from '../session/one-time-forms.ts'
import { PATHS, enrolmentKeyPath } from '../views/paths.ts'
import { customerOf } from './customers.ts'
import { readForm, typed } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler } from './staff.ts'
import type { Visit } from './visit.ts'

/** `once` is the one-time value of the form: without it, a reload of the reply would replace the key it showed. */
const KeyForm = z.object({ once: typed(64) })

export function enrolmentKeyRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/enrolment-key`
  router.get(path, forStaff(parts, ['Admin'], ask(parts)))
  router.post(path, forStaff(parts, ['Admin'], make(parts)))
  return router
}

function ask({ oneTimeForms, wallNowMs }: PortalParts): StaffHandler {
  return async (visit, store) => {
    const customer = await customerOf(visit.request, store)
    const once = oneTimeForms.issue(ownerOf(visit, customer), wallNowMs())
    const isOutdated = visit.request.query['notice'] === 'outdated'
    await sendHtml(visit, enrolmentConfirmPage({ frame: visit.frame(), customer, once, isOutdated }))
  }
}

function make({ oneTimeForms, wallNowMs, origin }: PortalParts): StaffHandler {
  return async (visit, store) => {
    const { once } = readForm(KeyForm, visit.request.body)
    const customer = await customerOf(visit.request, store)
    const owner = ownerOf(visit, customer)
    const use = oneTimeForms.take(owner, once, wallNowMs())
    if (use === 'unknown') {
      return await redirect(visit, `${enrolmentKeyPath(customer.storeId)}?notice=outdated`)
    }
    if (use === 'used') {
      return await sendHtml(visit, enrolmentMadePage({ frame: visit.frame(), customer }), 409)
    }
    const call = { params: { customerId: String(customer.id) }, query: null, body: null }
    const { enrolmentKey } = await store(storeApi.renewEnrolmentKey, call).catch((error: unknown) => {
      oneTimeForms.forget(owner, once, wallNowMs())
      throw error
    })
    const page = { frame: visit.frame(), customer, enrolmentKey, hubUrl: origin.publicOrigin }
    await sendHtml(visit, enrolmentKeyPage(page), 201)
  }
}

/** Throws ProblemError `token_missing` for who is not signed in; `forStaff` has let nobody else through. */
function ownerOf({ session }: Visit, customer: CustomerDetail): FormOwner {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  return { sessionId: session.id, purpose: `enrolment-key ${customer.id}` }
}
