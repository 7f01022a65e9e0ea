// POST /relay/:storeId/SEGMENT asks one computer, field `computer`, and shows what it answered: a route for each request of a row.
import { Router } from 'express'
import { z } from 'zod'
import { PROBLEM_CODES } from '@pharmacy-relay/shared/problem.ts'
import { refusalOf } from '../../http/device-refusal.ts'
import { readForm, typed } from '../../http/forms.ts'
import { computerOf, customerOf, type FoundComputer } from '../../http/named-customer.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import { PATHS, customerPath } from '../../views/paths.ts'
import { requestPage } from './request-page.tsx'
import type { RequestAnswer, RowRequest } from './row-request.ts'
import { ROW_REQUESTS } from './row-requests.tsx'

const RequestForm = z.object({ computer: typed(20) })

export function requestRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const request of ROW_REQUESTS) {
    const path = `${PATHS.relay}/:storeId/${request.segment}`
    router.post(path, forStaff([request.request.endpoint], asking(request)))
    // The address only answers the form; who comes back to it finds the pharmacy.
    router.get(path, forStaff([request.request.endpoint], toPharmacy))
  }
  return router
}

const toPharmacy: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, customerPath(storeId))
}

/** The status tells of a computer that did not answer. */
function asking(request: RowRequest): StaffHandler {
  return async (context, store) => {
    const form = readForm(RequestForm, context.request.body)
    const { customer, computer } = await computerOf(context, store, form.computer)
    const answer = await answerTo(request, { customer, computer }, store)
    const frame = context.frame(customerPath(customer.storeId))
    const status = answer.kind === 'problem' ? PROBLEM_CODES[answer.code].status : 200
    const html = requestPage({ frame, request, customer, computer, answer, now: context.now() })
    await sendHtml(context, html, status)
  }
}

async function answerTo(request: RowRequest, found: FoundComputer, store: StoreCall): Promise<RequestAnswer> {
  try {
    return { kind: 'answer', shown: await request.ask(store, found) }
  } catch (error) {
    return refusalOf(error)
  }
}
