// Setting up a second factor: GET /account/second-factor asks, POST begins; then its first code, and new recovery codes.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { GivenPasskeyForm } from '../../http/passkey-form.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { ForStaff, StaffHandler, StoreCall } from '../../http/staff.ts'
import type { Sessions } from '../../session/sessions.ts'
import { CODE_MAX } from '../../views/credentials/code-field.tsx'
import { PATHS } from '../../views/paths.ts'
import { NO_FAULTS } from './account-props.ts'
import { noteFactor } from './note-factor.ts'
import { recoveryCodesPage } from './recovery-codes-page.tsx'
import { secondFactorPage } from './second-factor-page.tsx'
import { sendAccount } from './send-account.ts'
import { sendFactorWays } from './send-factor-ways.ts'

interface SecondFactorGiven {
  readonly forStaff: ForStaff
  readonly sessions: Sessions
}

export function secondFactorRoutes({ forStaff, sessions }: SecondFactorGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { beginTotp, activateTotp, makeRecoveryCodes, makeRecoveryCodesByPasskey } = identityApi
  router.get(PATHS.secondFactor, forStaff([beginTotp], ask))
  router.post(PATHS.secondFactor, forStaff([beginTotp], begin))
  router.post(PATHS.activateFactor, forStaff([activateTotp], activate(sessions)))
  router.post(PATHS.recoveryCodes, forStaff([makeRecoveryCodes], renewCodes(byCode)))
  router.post(PATHS.recoveryCodesPasskey, forStaff([makeRecoveryCodesByPasskey], renewCodes(byPasskey)))
  // These addresses only answer forms: what was shown there is shown once.
  router.get(
    PATHS.activateFactor,
    forStaff([activateTotp], async (context) => await redirect(context, PATHS.secondFactor)),
  )
  router.get(
    [PATHS.recoveryCodes, PATHS.recoveryCodesPasskey],
    forStaff([makeRecoveryCodes], async (context) => await redirect(context, PATHS.account)),
  )
  return router
}

const NO_INPUT = { params: null, query: null, body: null }
/** Of the page of one app. */
const NOTHING_ELSE = { isActive: false, passkey: null }

const ask: StaffHandler = async (context, _store, identity) => {
  await sendFactorWays(context, identity, { fault: null, status: 200 })
}

const begin: StaffHandler = async (context, _store, identity) => {
  const enrolment = await identity(identityApi.beginTotp, NO_INPUT)
  const page = { frame: context.frame(), enrolment, ...NOTHING_ELSE, fault: null }
  await sendHtml(context, secondFactorPage(page))
}

const CodeForm = z.object({ code: typed(CODE_MAX) })
/** Of the page that was shown, so that it can be shown again. They are this person's own. */
const ActivateForm = CodeForm.extend({
  secret: z.string().regex(/^[A-Z2-7]{16,64}$/),
  uri: z.string().max(1_000).startsWith('otpauth://totp/'),
})

const activate =
  (sessions: Sessions): StaffHandler =>
  async (context, _store, identity) => {
    const { code, ...enrolment } = readForm(ActivateForm, context.request.body)
    let codes: readonly string[]
    try {
      codes = (await identity(identityApi.activateTotp, { ...NO_INPUT, body: { code } })).recoveryCodes
    } catch (error) {
      const { code: problem, fault } = refusal(error, texts(context.preferences.language))
      const frame = context.frame(PATHS.secondFactor)
      const html = secondFactorPage({ frame, enrolment, ...NOTHING_ELSE, fault })
      return await sendHtml(context, html, PROBLEM_CODES[problem].status)
    }
    await noteFactor(context, sessions)
    const frame = context.frame(PATHS.account)
    await sendHtml(context, recoveryCodesPage({ frame, codes, reason: 'activated' }))
  }

type AskForCodes = (
  body: unknown,
  identity: StoreCall,
) => Promise<{ readonly recoveryCodes: readonly string[] }>

const byCode: AskForCodes = async (body, identity) =>
  await identity(identityApi.makeRecoveryCodes, { ...NO_INPUT, body: readForm(CodeForm, body) })

const byPasskey: AskForCodes = async (body, identity) => {
  const call = { ...NO_INPUT, body: readForm(GivenPasskeyForm, body) }
  return await identity(identityApi.makeRecoveryCodesByPasskey, call)
}

const renewCodes =
  (ask: AskForCodes): StaffHandler =>
  async (context, _store, identity) => {
    try {
      const { recoveryCodes: codes } = await ask(context.request.body, identity)
      const frame = context.frame(PATHS.account)
      await sendHtml(context, recoveryCodesPage({ frame, codes, reason: 'renewed' }))
    } catch (error) {
      const problem = refusal(error, texts(context.preferences.language))
      if (error instanceof ProblemError) setRetryAfter(context, error)
      const faults = { ...NO_FAULTS, code: problem.fault }
      const { status } = PROBLEM_CODES[problem.code]
      await sendAccount(context, identity, { faults, notice: null, status })
    }
  }

const SHOWN: ReadonlySet<string> = new Set(['invalid', 'rate_limited', 'state_conflict', 'not_supported'])

/** In words; throws on what the same page cannot mend. */
function refusal(error: unknown, t: Texts) {
  if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
  const isNoCode = error.reason === null && error.errors.some(({ path }) => path === 'body.code')
  return { code: error.code, fault: isNoCode ? t.account.code.noCode : problemWords(error, t) }
}
