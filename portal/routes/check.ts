// POST /relay/:storeId/check has one computer test the way of its labels, and shows what it found.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { diagnosisPage, type DiagnosisAnswer } from '../pages/diagnosis/diagnosis-page.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { computerOf, customerOf, paramsOf, type FoundComputer } from './customers.ts'
import { refusalOf } from './device-refusal.ts'
import { readForm, typed } from './forms.ts'
import type { PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'

const CheckForm = z.object({ computer: typed(20) })

export function checkRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/check`
  router.post(path, forStaff(parts, STAFF_ROLES, check(parts)))
  // The address only answers the form; who comes back to it finds the pharmacy.
  router.get(path, forStaff(parts, STAFF_ROLES, toPharmacy))
  return router
}

const toPharmacy: StaffHandler = async (visit, store) => {
  const { storeId } = await customerOf(visit.request, store)
  await redirect(visit, customerPath(storeId))
}

/** The status tells of a computer that did not answer. */
const check =
  (parts: PortalParts): StaffHandler =>
  async (visit, store) => {
    const form = readForm(CheckForm, visit.request.body)
    const found = await computerOf(visit.request, store, form.computer)
    const answer = await diagnosed(found, store)
    const frame = { ...visit.frame(), path: customerPath(found.customer.storeId) }
    const status = answer.kind === 'problem' ? PROBLEM_CODES[answer.code].status : 200
    await sendHtml(
      visit,
      diagnosisPage({ frame, ...found, answer, now: new Date(parts.wallNowMs()) }),
      status,
    )
  }

async function diagnosed(found: FoundComputer, store: StoreCall): Promise<DiagnosisAnswer> {
  try {
    const call = { params: paramsOf(found), query: null, body: null }
    const { diagnosis } = await store(storeApi.diagnose, call)
    return { kind: 'diagnosis', diagnosis }
  } catch (error) {
    return refusalOf(error)
  }
}
