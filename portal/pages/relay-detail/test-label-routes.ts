// POST /relay/:storeId/test-label prints a test label from one computer, once however often the button is clicked.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { BoundedMap } from '@pharmacy-relay/relay-server/auth/bounded-map.ts'
import { testLabelAnswer, type LabelAnswer } from '../printing/test-label.tsx'
import { relayDetailPage } from './relay-detail-page.tsx'
import { PATHS, customerPath } from '../../views/paths.ts'
import { computerOf, customerOf, paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import { refusalOf } from '../../http/device-refusal.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'

const TestLabelForm = z.object({ computer: typed(20), once: typed(64) })

/** A second order with the same `once` gets the answer of the first. */
const REMEMBERED_MS = 30_000
const MAX_REMEMBERED = 1_000
type Answers = BoundedMap<Promise<LabelAnswer>>

export function testLabelRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/test-label`
  const answers: Answers = new BoundedMap(MAX_REMEMBERED)
  router.post(path, forStaff([storeApi.PrintTestLabelAsync], printLabel(answers)))
  // The address only answers the form; who comes back to it finds the pharmacy.
  router.get(path, forStaff([storeApi.PrintTestLabelAsync], toPharmacy))
  return router
}

const toPharmacy: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, customerPath(storeId))
}

const printLabel =
  (answers: Answers): StaffHandler =>
  async (context, store) => {
    const form = readForm(TestLabelForm, context.request.body)
    const found = await computerOf(context, store, form.computer)
    const { customer, computer } = found
    const key = `${context.session?.id ?? ''} ${customer.id} ${computer.id} ${form.once}`
    const nowMs = context.now().getTime()
    const answer = await once({ answers, key, nowMs }, () => order(found, store))
    if (context.wantsFragment)
      return await sendHtml(context, testLabelAnswer({ answer, t: texts(context.preferences.language) }))
    const page = {
      frame: context.frame(customerPath(customer.storeId)),
      // Read anew: the label took its time.
      customer: await customerOf(context, store),
      now: context.now(),
      label: { computer, answer },
    }
    await sendHtml(context, relayDetailPage(page))
  }

async function once(
  { answers, key, nowMs }: { readonly answers: Answers; readonly key: string; readonly nowMs: number },
  order: () => Promise<LabelAnswer>,
): Promise<LabelAnswer> {
  const known = answers.get(key, nowMs)
  if (known !== undefined) return await known
  const ordered = order()
  answers.set(key, ordered, { nowMs, forMs: REMEMBERED_MS })
  return await ordered
}

async function order(found: FoundComputer, store: StoreCall): Promise<LabelAnswer> {
  try {
    const call = { params: paramsOf(found), query: null, body: null }
    const { answer } = await store(storeApi.PrintTestLabelAsync, call)
    return { kind: 'job', job: answer }
  } catch (error) {
    const refusal = refusalOf(error)
    // Only a device with a role says itself why it is not able to.
    return found.computer.role === 0 ? { ...refusal, reason: null } : refusal
  }
}
