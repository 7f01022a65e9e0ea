// Pairing codes of a pharmacy (Admin): GET asks, POST makes one and shows it this once; GET …/:codeId tells what became of it.
import { Router } from 'express'
import { z } from 'zod'
import type {
  CustomerDetail,
  MadePairingCode,
  PairingCodeFate,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { pairingAskPage, type AskProblem } from '../pages/pairing/pairing-ask-page.tsx'
import { pairingCodePage } from '../pages/pairing/pairing-code-page.tsx'
import { pairingState } from '../pages/pairing/pairing-state.tsx'
import type { FormOwner } from '../session/one-time-forms.ts'
import { PATHS, customerPath, pairingCodePath, pairingPath } from '../views/paths.ts'
import { customerOf } from './customers.ts'
import { readForm, typed } from './forms.ts'
import { wantsFragment, type PortalParts } from './portal-parts.ts'
import { redirect, sendHtml } from './replies.ts'
import { forStaff, type StaffHandler, type StoreCall } from './staff.ts'
import type { Visit } from './visit.ts'

/** `once` is the one-time value of the form: without it, a reload of the reply would make another code. */
const CodeForm = z.object({ once: typed(64), needsApproval: typed(10) })

export function pairingRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/pairing`
  router.get(path, forStaff(parts, ['Admin'], ask(parts)))
  router.post(path, forStaff(parts, ['Admin'], make(parts)))
  router.post(`${path}/withdraw`, forStaff(parts, ['Admin'], withdraw))
  // The address only answers the form; who comes back to it finds the codes.
  router.get(`${path}/withdraw`, forStaff(parts, ['Admin'], toCodes))
  router.get(`${path}/:codeId`, forStaff(parts, ['Admin'], look(parts)))
  return router
}

function ask(parts: PortalParts): StaffHandler {
  return async (visit, store) => {
    const customer = await customerOf(visit.request, store)
    const problem = visit.request.query['notice'] === 'outdated' ? 'outdated' : null
    await sendAsk(parts, visit, { customer, problem, needsApproval: false })
  }
}

interface Ask {
  readonly customer: CustomerDetail
  readonly problem: AskProblem | null
  readonly needsApproval: boolean
}

async function sendAsk(parts: PortalParts, visit: Visit, asked: Ask): Promise<void> {
  const nowMs = parts.wallNowMs()
  const once = parts.oneTimeForms.issue(ownerOf(visit, asked.customer), nowMs)
  const html = pairingAskPage({ frame: visit.frame(), ...asked, once, now: new Date(nowMs) })
  await sendHtml(visit, html, asked.problem === null || asked.problem === 'outdated' ? 200 : 409)
}

function make(parts: PortalParts): StaffHandler {
  const { oneTimeForms, wallNowMs } = parts
  return async (visit, store) => {
    const form = readForm(CodeForm, visit.request.body)
    const needsApproval = form.needsApproval === 'yes'
    const customer = await customerOf(visit.request, store)
    const owner = ownerOf(visit, customer)
    const use = oneTimeForms.take(owner, form.once, wallNowMs())
    if (use === 'unknown') return await redirect(visit, `${pairingPath(customer.storeId)}?notice=outdated`)
    if (use === 'used')
      return await sendAsk(parts, visit, { customer, problem: 'madeAlready', needsApproval })
    const call = { params: { customerId: String(customer.id) }, query: null, body: { needsApproval } }
    const made = await store(storeApi.makePairingCode, call).catch(async (error: unknown) => {
      oneTimeForms.forget(owner, form.once, wallNowMs())
      if (!(error instanceof ProblemError) || error.code !== 'state_conflict') throw error
      await sendAsk(parts, visit, { customer, problem: 'full', needsApproval })
      return null
    })
    if (made !== null) await sendCode(parts, visit, { customer, made, needsApproval })
  }
}

interface Made {
  /** As it was just before. */
  readonly customer: CustomerDetail
  readonly made: MadePairingCode
  readonly needsApproval: boolean
}

/** Nothing is read anew, so that nothing can fail any more: the code is given out only this once. */
async function sendCode(
  parts: PortalParts,
  visit: Visit,
  { customer, made, needsApproval }: Made,
): Promise<void> {
  const { id, code, expiresAt } = made
  const pairingCodes = [...customer.pairingCodes, { id, expiresAt, needsApproval }]
  const html = pairingCodePage({
    // Choosing a language leads to the page that can be loaded again.
    frame: { ...visit.frame(), path: pairingCodePath(customer.storeId, id) },
    customer: { ...customer, pairingCodes },
    codeId: id,
    shown: { code, needsApproval, hubUrl: parts.origin.publicOrigin },
    fate: null,
    now: new Date(parts.wallNowMs()),
  })
  await sendHtml(visit, html, 201)
}

function look(parts: PortalParts): StaffHandler {
  return async (visit, store) => {
    const codeId = IdText.safeParse(visit.request.params['codeId'])
    if (!codeId.success) throw new ProblemError('not_found', 'There is no such pairing code')
    const customer = await customerOf(visit.request, store)
    const now = new Date(parts.wallNowMs())
    const fate = await fateOf(store, customer, codeId.data)
    const shown = { customer, codeId: codeId.data, fate, now }
    const html = wantsFragment(visit.request)
      ? pairingState({ language: visit.preferences.language, ...shown })
      : pairingCodePage({ frame: visit.frame(), ...shown, shown: null })
    await sendHtml(visit, html)
  }
}

/** Null while it is open, and when it is not kept any more. */
async function fateOf(
  store: StoreCall,
  { id, pairingCodes }: CustomerDetail,
  codeId: number,
): Promise<PairingCodeFate | null> {
  if (pairingCodes.some((code) => code.id === codeId)) return null
  const params = { customerId: String(id), codeId: String(codeId) }
  return store(storeApi.getPairingCode, { params, query: null, body: null }).catch((error: unknown) => {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  })
}

const withdraw: StaffHandler = async (visit, store) => {
  const { id, storeId } = await customerOf(visit.request, store)
  const params = { customerId: String(id) }
  await store(storeApi.withdrawPairingCodes, { params, query: null, body: null })
  await redirect(visit, `${customerPath(storeId)}?notice=codes-withdrawn`)
}

const toCodes: StaffHandler = async (visit, store) => {
  const { storeId } = await customerOf(visit.request, store)
  await redirect(visit, pairingPath(storeId))
}

/** Throws ProblemError `token_missing` for who is not signed in; `forStaff` has let nobody else through. */
function ownerOf({ session }: Visit, customer: CustomerDetail): FormOwner {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  return { sessionId: session.id, purpose: `pairing-code ${customer.id}` }
}
