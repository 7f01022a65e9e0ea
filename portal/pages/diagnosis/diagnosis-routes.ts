// POST /relay/:storeId/check has one computer test the way of its labels, and shows what it found.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem.ts'
import { diagnosisPage, type DiagnosisAnswer } from './diagnosis-page.tsx'
import { PATHS, customerPath } from '../../views/paths.ts'
import { computerOf, customerOf, paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import { refusalOf } from '../../http/device-refusal.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'

const CheckForm = z.object({ computer: typed(20) })

export function diagnosisRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/check`
  router.post(path, forStaff([storeApi.CollectDiagnosticsAsync], check))
  // The address only answers the form; who comes back to it finds the pharmacy.
  router.get(path, forStaff([storeApi.CollectDiagnosticsAsync], toPharmacy))
  return router
}

const toPharmacy: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, customerPath(storeId))
}

/** The status tells of a computer that did not answer. */
const check: StaffHandler = async (context, store) => {
  const form = readForm(CheckForm, context.request.body)
  const found = await computerOf(context, store, form.computer)
  const answer = await diagnosed(found, store)
  const frame = context.frame(customerPath(found.customer.storeId))
  const status = answer.kind === 'problem' ? PROBLEM_CODES[answer.code].status : 200
  await sendHtml(context, diagnosisPage({ frame, ...found, answer, now: context.now() }), status)
}

async function diagnosed(found: FoundComputer, store: StoreCall): Promise<DiagnosisAnswer> {
  try {
    const call = { params: paramsOf(found), query: null, body: null }
    const { answer } = await store(storeApi.CollectDiagnosticsAsync, call)
    return { kind: 'diagnosis', diagnosis: answer }
  } catch (error) {
    return refusalOf(error)
  }
}
