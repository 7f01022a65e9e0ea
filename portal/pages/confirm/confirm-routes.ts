// POST /confirm: a person proves once more who he is. What he was doing is then one press away, and is not done by itself.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { GivenPasskeyForm, sendOptions } from '../../http/passkey-form.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { returnPath } from '../../session/return-to.ts'
import type { Proof, Sessions } from '../../session/sessions.ts'
import { CODE_MAX } from '../../views/credentials/code-field.tsx'
import { PATHS } from '../../views/paths.ts'
import { confirmWays } from './ask-to-confirm.ts'
import { confirmPage, confirmedPage } from './confirm-page.tsx'
import { keptFormIn } from './kept-form.ts'

interface ConfirmGiven {
  readonly forStaff: ForStaff
  readonly sessions: Sessions
}

export function confirmRoutes({ forStaff, sessions }: ConfirmGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { signInAgain, signInAgainWithPasskey, beginPasskeyAgain } = identityApi
  router.post(PATHS.confirm, forStaff([signInAgain], confirm(sessions, byPassword)))
  router.post(PATHS.confirmPasskeyOptions, forStaff([beginPasskeyAgain], tellOptions))
  router.post(PATHS.confirmPasskey, forStaff([signInAgainWithPasskey], confirm(sessions, byPasskey)))
  // These addresses only answer forms; who comes back to them has nothing to confirm.
  router.get(
    [PATHS.confirm, PATHS.confirmPasskey],
    forStaff([signInAgain], async (context) => {
      await redirect(context, PATHS.relay)
    }),
  )
  return router
}

const PlaceForm = z.object({ returnTo: typed(1_000) })
const PasswordForm = z.object({ password: typed(256), code: typed(CODE_MAX) })

const byPassword = (body: unknown): Proof => {
  const { password, code } = readForm(PasswordForm, body)
  return { password, ...(code === '' ? {} : { code }) }
}
const byPasskey = (body: unknown): Proof => readForm(GivenPasskeyForm, body)

const confirm =
  (sessions: Sessions, proofIn: (body: unknown) => Proof): StaffHandler =>
  async (context, _store, identity) => {
    const body: unknown = context.request.body
    const returnTo = returnPath(readForm(PlaceForm, body).returnTo) ?? PATHS.relay
    const form = keptFormIn(body)
    const { session, clientAddress } = context
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    try {
      context.session = await sessions.again(session, proofIn(body), clientAddress)
    } catch (error) {
      if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
      const fault = faultOf(error, texts(context.preferences.language))
      const ways = await confirmWays(context, identity)
      setRetryAfter(context, error)
      const html = confirmPage({ frame: context.frame(returnTo), ways, form, returnTo, fault })
      return await sendHtml(context, html, PROBLEM_CODES[error.code].status)
    }
    if (form === null) return await redirect(context, returnTo)
    await sendHtml(context, confirmedPage({ frame: context.frame(returnTo), form, returnTo }))
  }

const tellOptions: StaffHandler = async (context, _store, identity) => {
  const call = { params: null, query: null, body: null }
  await sendOptions(context, async () => await identity(identityApi.beginPasskeyAgain, call))
}

/** What the same page can mend. */
const SHOWN: ReadonlySet<string> = new Set(['invalid', 'rate_limited', 'state_conflict', 'unavailable'])

/** What is too short for a code is refused without a reason. */
function faultOf(error: ProblemError, t: ReturnType<typeof texts>): string {
  const isNoCode = error.reason === null && error.errors.some(({ path }) => path === 'body.code')
  return isNoCode ? t.account.code.noCode : problemWords(error, t)
}
