// Passkeys of one's own account: POST /account/passkeys asks for a new one, and below it are the answer, names and ends.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { IdText, lineOfText } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm } from '../../http/forms.ts'
import { MadePasskeyForm } from '../../http/passkey-form.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { Sessions } from '../../session/sessions.ts'
import { PATHS } from '../../views/paths.ts'
import { NO_FAULTS } from './account-props.ts'
import { makePasskeyPage } from './make-passkey-page.tsx'
import { noteFactor } from './note-factor.ts'
import { recoveryCodesPage } from './recovery-codes-page.tsx'
import { sendAccount } from './send-account.ts'
import { sendFactorWays } from './send-factor-ways.ts'

interface PasskeyGiven {
  readonly forStaff: ForStaff
  readonly sessions: Sessions
}

export function passkeyRoutes({ forStaff, sessions }: PasskeyGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { beginPasskey, addPasskey, namePasskey, removePasskey, listPasskeys } = identityApi
  router.post(PATHS.passkeys, forStaff([beginPasskey], told(begin)))
  router.post(PATHS.addPasskey, forStaff([addPasskey], told(add(sessions))))
  router.post(PATHS.namePasskey, forStaff([namePasskey], told(rename)))
  router.post(PATHS.removePasskey, forStaff([removePasskey], told(remove(sessions))))
  // These addresses only answer forms; who comes back to them finds the account.
  const forms = [PATHS.passkeys, PATHS.addPasskey, PATHS.namePasskey, PATHS.removePasskey]
  router.get(
    forms,
    forStaff([listPasskeys], async (context) => await redirect(context, PATHS.account)),
  )
  return router
}

const NO_INPUT = { params: null, query: null, body: null }
const NameForm = z.object({ name: z.string().trim().pipe(lineOfText(60)) })
const PasskeyForm = z.object({ passkey: IdText })

const begin: StaffHandler = async (context, _store, identity) => {
  const { name } = readForm(NameForm, context.request.body)
  const { options } = await identity(identityApi.beginPasskey, NO_INPUT)
  const frame = context.frame(PATHS.account)
  await sendHtml(context, makePasskeyPage({ frame, name, options }))
}

/** Who had no recovery codes gets them now, and sees them this once. */
const add =
  (sessions: Sessions): StaffHandler =>
  async (context, _store, identity) => {
    const body = readForm(NameForm.extend(MadePasskeyForm.shape), context.request.body)
    const { recoveryCodes: codes } = await identity(identityApi.addPasskey, { ...NO_INPUT, body })
    await noteFactor(context, sessions)
    if (codes.length === 0) return await redirectWithNotice(context, PATHS.account, 'passkey-added')
    const frame = context.frame(PATHS.account)
    await sendHtml(context, recoveryCodesPage({ frame, codes, reason: 'activated' }))
  }

const rename: StaffHandler = async (context, _store, identity) => {
  const form = readForm(NameForm.extend(PasskeyForm.shape), context.request.body)
  const params = { passkeyId: String(form.passkey) }
  await identity(identityApi.namePasskey, { params, query: null, body: { name: form.name } })
  await redirectWithNotice(context, PATHS.account, 'passkey-named')
}

const remove =
  (sessions: Sessions): StaffHandler =>
  async (context, _store, identity) => {
    const form = readForm(PasskeyForm, context.request.body)
    const params = { passkeyId: String(form.passkey) }
    await identity(identityApi.removePasskey, { params, query: null, body: null })
    await noteFactor(context, sessions)
    await redirectWithNotice(context, PATHS.account, 'passkey-removed')
  }

/** What the page of the account can say. */
const SHOWN: ReadonlySet<string> = new Set([
  'invalid',
  'rate_limited',
  'state_conflict',
  'not_supported',
  'not_found',
])

/** A refusal stands at the section of the passkeys, and where a second factor is overdue at the way to one: there is no other page. */
function told(handler: StaffHandler): StaffHandler {
  return async (context, store, identity) => {
    try {
      await handler(context, store, identity)
    } catch (error) {
      if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
      await tell(context, identity, error)
    }
  }
}

async function tell(context: RequestContext, identity: StoreCall, error: ProblemError): Promise<void> {
  const t = texts(context.preferences.language)
  setRetryAfter(context, error)
  const isName = error.errors.some(({ path }) => path === 'body.name')
  const fault = isName ? t.account.passkeys.noName : problemWords(error, t)
  const { status } = PROBLEM_CODES[error.code]
  if (context.secondFactorDue?.isOver === true)
    return await sendFactorWays(context, identity, { fault, status })
  const faults = { ...NO_FAULTS, passkey: fault }
  await sendAccount(context, identity, { faults, notice: null, status })
}
