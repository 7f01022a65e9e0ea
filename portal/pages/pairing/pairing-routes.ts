// Pairing codes of a pharmacy: GET asks, POST makes one and shows it this once; GET …/:codeId tells what became of it.
import { Router } from 'express'
import { z } from 'zod'
import type {
  CodeSms,
  CustomerDetail,
  MadePairingCode,
  PairingCodeOutcome,
  PairingCodeRequest,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { pairingAskPage, type AskProblem } from './pairing-ask-page.tsx'
import { pairingCodePage, type AgainForm } from './pairing-code-page.tsx'
import { pairingState } from './pairing-state.tsx'
import type { FormOwner, OneTimeForms } from '../../session/one-time-forms.ts'
import { PATHS, pairingCodePath, pairingPath } from '../../views/paths.ts'
import { customerOf } from '../../http/named-customer.ts'
import { readForm, typed } from '../../http/forms.ts'
import { redirect, redirectToPharmacy, redirectWithNotice, sendHtml } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { RequestContext } from '../../http/request-context.ts'

/** `once` is the one-time value of the form: without it, a reload of the reply would make another code. */
const CodeForm = z.object({ once: typed(64), needsApproval: typed(10), bySms: typed(10) })

interface PairingGiven {
  readonly forStaff: ForStaff
  readonly oneTimeForms: OneTimeForms
  /** Where devices find the hub, as the page of a code tells. */
  readonly publicOrigin: string
}

export function pairingRoutes({ forStaff, oneTimeForms, publicOrigin }: PairingGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `${PATHS.relay}/:storeId/pairing`
  router.get(path, forStaff([storeApi.makePairingCode], ask(oneTimeForms)))
  router.post(path, forStaff([storeApi.makePairingCode], make(oneTimeForms, publicOrigin)))
  router.post(`${path}/withdraw`, forStaff([storeApi.withdrawPairingCodes], withdraw))
  // The address only answers the form; who comes back to it finds the codes.
  router.get(`${path}/withdraw`, forStaff([storeApi.withdrawPairingCodes], toCodes))
  router.get(`${path}/:codeId`, forStaff([storeApi.getPairingCode], look(oneTimeForms)))
  return router
}

const ask =
  (forms: OneTimeForms): StaffHandler =>
  async (context, store) => {
    const customer = await customerOf(context, store)
    const problem = context.takeNotice() === 'outdated' ? 'outdated' : null
    await sendAsk(context, forms, { customer, problem, needsApproval: false, bySms: false })
  }

interface Ask {
  readonly customer: CustomerDetail
  readonly problem: AskProblem | null
  readonly needsApproval: boolean
  readonly bySms: boolean
}

async function sendAsk(context: RequestContext, forms: OneTimeForms, asked: Ask): Promise<void> {
  const { problem } = asked
  const { customer } = asked
  const now = context.now()
  const once = forms.issue(ownerOf(context, customer), now.getTime())
  const html = pairingAskPage({ frame: context.frame(), ...asked, once, now })
  await sendHtml(context, html, problem === null || problem === 'outdated' ? 200 : 409)
}

const make =
  (forms: OneTimeForms, publicOrigin: string): StaffHandler =>
  async (context, store) => {
    const form = readForm(CodeForm, context.request.body)
    const [needsApproval, bySms] = [form.needsApproval === 'yes', form.bySms === 'yes']
    const customer = await customerOf(context, store)
    const owner = ownerOf(context, customer)
    const refuse = async (problem: AskProblem) =>
      await sendAsk(context, forms, { customer, problem, needsApproval, bySms })
    const use = forms.take(owner, form.once, context.now().getTime())
    if (use === 'unknown') return await redirectWithNotice(context, pairingPath(customer.storeId), 'outdated')
    if (use === 'used') return await refuse('madeAlready')
    let made: MadePairingCode
    try {
      const call = {
        params: { customerId: String(customer.id) },
        query: null,
        body: asBody(context, needsApproval, bySms),
      }
      made = await store(storeApi.makePairingCode, call)
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : null
      // Who has to prove first that it is him comes with the same form again.
      if (code === 'sign_in_again') forms.giveBack(owner, form.once, context.now().getTime())
      else forms.forget(owner, form.once, context.now().getTime())
      if (code !== 'state_conflict') throw error
      return await refuse('full')
    }
    const { id, code, expiresAt, sms = null } = made
    const again = { once: forms.issue(owner, context.now().getTime()), needsApproval, bySms }
    await sendCode(context, customer, {
      id,
      code,
      expiresAt,
      needsApproval,
      sms,
      hubUrl: publicOrigin,
      again,
    })
  }

/** The message is in the language of who sends it: the pharmacy's is not known. */
function asBody(context: RequestContext, needsApproval: boolean, bySms: boolean): PairingCodeRequest {
  return bySms ? { needsApproval, sms: { language: context.preferences.language } } : { needsApproval }
}

interface NewCode {
  readonly id: number
  readonly code: string
  readonly expiresAt: string
  readonly needsApproval: boolean
  readonly sms: CodeSms | null
  readonly hubUrl: string
  readonly again: AgainForm
}

/** Nothing is read anew, so that nothing can fail any more: the code is given out only this once. */
async function sendCode(context: RequestContext, customer: CustomerDetail, made: NewCode): Promise<void> {
  const { id, code, expiresAt, needsApproval, sms, hubUrl, again } = made
  const pairingCodes = [...customer.pairingCodes, { id, expiresAt, needsApproval }]
  const html = pairingCodePage({
    // Choosing a language leads to the page that can be loaded again.
    frame: context.frame(pairingCodePath(customer.storeId, id)),
    customer: { ...customer, pairingCodes },
    codeId: id,
    shown: { code, needsApproval, sms, hubUrl },
    again,
    outcome: null,
    now: context.now(),
  })
  await sendHtml(context, html, 201)
}

const look =
  (forms: OneTimeForms): StaffHandler =>
  async (context, store) => {
    const codeId = IdText.safeParse(context.request.params['codeId'])
    if (!codeId.success) throw new ProblemError('not_found', 'There is no such pairing code')
    const customer = await customerOf(context, store)
    const now = context.now()
    const outcome = await outcomeOf(store, customer, codeId.data)
    const shown = { customer, codeId: codeId.data, outcome, now }
    const html = context.wantsFragment
      ? pairingState({ language: context.preferences.language, viewer: context.viewer, ...shown })
      : pairingCodePage({
          frame: context.frame(),
          ...shown,
          shown: null,
          again: againOf(context, forms, shown),
        })
    await sendHtml(context, html)
  }

/** Of one that is open; whether it went out as a message is not kept, and none is sent unasked. */
function againOf(
  context: RequestContext,
  forms: OneTimeForms,
  { customer, codeId }: { readonly customer: CustomerDetail; readonly codeId: number },
): AgainForm | null {
  const open = customer.pairingCodes.find(({ id }) => id === codeId)
  if (open === undefined) return null
  const once = forms.issue(ownerOf(context, customer), context.now().getTime())
  return { once, needsApproval: open.needsApproval, bySms: false }
}

/** Null while it is open, and when it is not kept any more. */
async function outcomeOf(
  store: StoreCall,
  { id, pairingCodes }: CustomerDetail,
  codeId: number,
): Promise<PairingCodeOutcome | null> {
  if (pairingCodes.some((code) => code.id === codeId)) return null
  const params = { customerId: String(id), codeId: String(codeId) }
  return store(storeApi.getPairingCode, { params, query: null, body: null }).catch((error: unknown) => {
    if (error instanceof ProblemError && error.code === 'not_found') return null
    throw error
  })
}

const withdraw: StaffHandler = async (context, store) => {
  const { id, storeId } = await customerOf(context, store)
  const params = { customerId: String(id) }
  await store(storeApi.withdrawPairingCodes, { params, query: null, body: null })
  await redirectToPharmacy(context, storeId, 'codes-withdrawn')
}

const toCodes: StaffHandler = async (context, store) => {
  const { storeId } = await customerOf(context, store)
  await redirect(context, pairingPath(storeId))
}

/** Throws ProblemError `token_missing` for who is not signed in; `forStaff` has let nobody else through. */
function ownerOf({ session }: RequestContext, customer: CustomerDetail): FormOwner {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  return { sessionId: session.id, purpose: `pairing-code ${customer.id}` }
}
