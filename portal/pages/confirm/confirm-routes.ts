// POST /confirm: a person proves once more who he is. What he was doing is then one press away, and is not done by itself.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { returnPath } from '../../session/return-to.ts'
import type { Sessions } from '../../session/sessions.ts'
import { CODE_MAX } from '../../views/credentials/code-field.tsx'
import { PATHS } from '../../views/paths.ts'
import { hasSecondFactor } from './ask-to-confirm.ts'
import { confirmPage, confirmedPage } from './confirm-page.tsx'
import { keptFormIn } from './kept-form.ts'

interface ConfirmGiven {
  readonly forStaff: ForStaff
  readonly sessions: Sessions
}

export function confirmRoutes({ forStaff, sessions }: ConfirmGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(PATHS.confirm, forStaff([identityApi.signInAgain], confirm(sessions)))
  // The address only answers the form; who comes back to it has nothing to confirm.
  router.get(
    PATHS.confirm,
    forStaff([identityApi.signInAgain], async (context) => {
      await redirect(context, PATHS.relay)
    }),
  )
  return router
}

const ConfirmForm = z.object({ password: typed(256), code: typed(CODE_MAX), returnTo: typed(1_000) })

const confirm =
  (sessions: Sessions): StaffHandler =>
  async (context, _store, identity) => {
    const body: unknown = context.request.body
    const { password, code, ...given } = readForm(ConfirmForm, body)
    const returnTo = returnPath(given.returnTo) ?? PATHS.relay
    const form = keptFormIn(body)
    const { session, clientAddress } = context
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    try {
      const proof = { password, ...(code === '' ? {} : { code }) }
      context.session = await sessions.again(session, proof, clientAddress)
    } catch (error) {
      if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
      const fault = faultOf(error, texts(context.preferences.language))
      const asksCode = await hasSecondFactor(identity)
      setRetryAfter(context, error)
      const html = confirmPage({ frame: context.frame(returnTo), asksCode, form, returnTo, fault })
      return await sendHtml(context, html, PROBLEM_CODES[error.code].status)
    }
    if (form === null) return await redirect(context, returnTo)
    await sendHtml(context, confirmedPage({ frame: context.frame(returnTo), form, returnTo }))
  }

/** What the same page can mend. */
const SHOWN: ReadonlySet<string> = new Set(['invalid', 'rate_limited', 'state_conflict', 'unavailable'])

/** What is too short for a code is refused without a reason. */
function faultOf(error: ProblemError, t: ReturnType<typeof texts>): string {
  const isNoCode = error.reason === null && error.errors.some(({ path }) => path === 'body.code')
  return isNoCode ? t.account.code.noCode : problemWords(error, t)
}
