// POST /relay/:storeId/test-label prints a test label from one computer, once however often the button is clicked.
import { Router } from 'express'
import { z } from 'zod'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { testLabelAnswer, type LabelAnswer } from '../pages/printing/test-label.tsx'
import { relayDetailPage } from '../pages/relay-detail/relay-detail-page.tsx'
import { BoundedMap } from '../session/bounded-map.ts'
import { PATHS, customerPath } from '../views/paths.ts'
import { computerOf, customerOf, paramsOf, type FoundComputer } from './customers.ts'
import { refusalOf } from './device-refusal.ts'
import { readForm, typed } from './forms.ts'
import { wantsFragment, type PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'

const TestLabelForm = z.object({ computer: typed(20), once: typed(64) })

/** A second order with the same `once` gets the answer of the first. */
const REMEMBERED_MS = 30_000
const MAX_REMEMBERED = 1_000
type Answers = BoundedMap<Promise<LabelAnswer>>

export function testLabelRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/test-label`
  const answers: Answers = new BoundedMap(MAX_REMEMBERED)
  router.post(path, forStaff(parts, STAFF_ROLES, printLabel(parts, answers)))
  // The address only answers the form; who comes back to it finds the pharmacy.
  router.get(path, forStaff(parts, STAFF_ROLES, toPharmacy))
  return router
}

const toPharmacy: StaffHandler = async (visit, store) => {
  const { storeId } = await customerOf(visit.request, store)
  await redirect(visit, customerPath(storeId))
}

const printLabel =
  (parts: PortalParts, answers: Answers): StaffHandler =>
  async (visit, store) => {
    const form = readForm(TestLabelForm, visit.request.body)
    const found = await computerOf(visit.request, store, form.computer)
    const key = `${visit.session?.id ?? ''} ${found.customer.id} ${found.computer.id} ${form.once}`
    const answer = await once({ answers, key, nowMs: parts.wallNowMs() }, () => order(found, store))
    if (wantsFragment(visit.request))
      return await sendHtml(visit, testLabelAnswer({ answer, t: texts(visit.preferences.language) }))
    const { storeId } = found.customer
    const frame = { ...visit.frame(), path: customerPath(storeId) }
    // Read anew: the label took its time.
    const customer = await customerOf(visit.request, store)
    const now = new Date(parts.wallNowMs())
    await sendHtml(
      visit,
      relayDetailPage({ frame, customer, now, label: { computer: found.computer, answer } }),
    )
  }

async function once(
  { answers, key, nowMs }: { readonly answers: Answers; readonly key: string; readonly nowMs: number },
  order: () => Promise<LabelAnswer>,
): Promise<LabelAnswer> {
  const known = answers.get(key, nowMs)
  if (known !== undefined) return await known
  const ordered = order()
  answers.set(key, ordered, nowMs + REMEMBERED_MS)
  return await ordered
}

async function order(found: FoundComputer, store: StoreCall): Promise<LabelAnswer> {
  try {
    const { job } = await store(storeApi.printTestLabel, { params: paramsOf(found), query: null, body: null })
    return { kind: 'job', job }
  } catch (error) {
    const refusal = refusalOf(error)
    // Only a device with a part in printing says itself why it is not able to.
    return found.computer.role === 0 ? { ...refusal, reason: null } : refusal
  }
}
