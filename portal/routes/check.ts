// POST /relay/:storeId/check has one computer test the way of its labels, and shows what it found.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { diagnosisPage, type DiagnosisAnswer } from '../pages/diagnosis/diagnosis-page.tsx'
import { PATHS, customerPath } from '../views/paths.ts'
import { computerOf, customerOf, type FoundComputer } from './customers.ts'
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

/** A refusal is an answer, too. Throws what concerns the visitor: sign-in and role. */
async function diagnosed({ customer, computer }: FoundComputer, store: StoreCall): Promise<DiagnosisAnswer> {
  const params = { customerId: String(customer.id), computerId: String(computer.id) }
  try {
    const { diagnosis } = await store(storeApi.diagnose, { params, query: null, body: null })
    return { kind: 'diagnosis', diagnosis }
  } catch (error) {
    if (!(error instanceof ProblemError) || CONCERNS_VISITOR.has(error.code)) throw error
    const reason = error.code === 'state_conflict' ? error.message : null
    return { kind: 'problem', code: error.code, reason }
  }
}

const CONCERNS_VISITOR: ReadonlySet<ProblemCode> = new Set([
  'token_missing',
  'token_invalid',
  'role_not_allowed',
  'not_found',
] as const)
