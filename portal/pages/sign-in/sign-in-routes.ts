// GET / (which leads to the list), GET and POST /sign-in and what follows it, GET /session, POST /sign-out, POST /preferences.
import { Router, type RequestHandler } from 'express'
import { z } from 'zod'
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { signInPage } from './sign-in-page.tsx'
import { returnPath } from '../../session/return-to.ts'
import { PATHS } from '../../views/paths.ts'
import { Theme } from '../../views/theme.ts'
import { readForm, typed } from '../../http/forms.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import type { RequestContexts } from '../../http/request-contexts.ts'
import type { Sessions } from '../../session/sessions.ts'
import { SIGN_IN_NOTICES, signInPath, type SignInNotice } from '../../http/posted-form.ts'
import { redirect, redirectWithNotice, sendHtml, sendJson, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { visitorOf } from '../../http/visitor.ts'
import type { ShortCookies } from '../../session/short-cookies.ts'
import type { SignIns } from '../../session/sign-ins.ts'
import { codeRoutes } from './code-routes.ts'
import { passkeySignInRoutes } from './passkey-routes.ts'
import { enter } from './enter.ts'

const SignInForm = z.object({ email: typed(254), password: typed(256), returnTo: typed(1_000) })
const PreferencesForm = z.object({
  language: Language.optional(),
  theme: Theme.optional(),
  returnTo: typed(1_000),
})

interface SignInGiven {
  readonly contexts: RequestContexts
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly cookies: ShortCookies
}

export function signInRoutes(given: SignInGiven): Router {
  const { contexts } = given
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.signIn, showSignIn(contexts))
  router.post(PATHS.signIn, signIn(given))
  router.use(codeRoutes(given))
  router.use(passkeySignInRoutes(given))
  router.get(PATHS.session, tellLeft(contexts))
  router.post(PATHS.signOut, signOut(given))
  router.post(PATHS.preferences, choosePreferences(contexts))
  return router
}

function showSignIn(contexts: RequestContexts): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const returnTo = returnPath(request.query['returnTo'])
    if (context.session !== null) return await redirect(context, returnTo ?? PATHS.relay)
    const page = { frame: context.frame(), problem: noticeOf(context), retryAfterS: null }
    await sendHtml(
      context,
      signInPage({ ...page, email: '', returnTo, isHostOfNumbers: isHostOfNumbers(context) }),
    )
  }
}

/** The browser may come with a session that has ended by now. */
function noticeOf(context: RequestContext): SignInNotice | null {
  const word = context.takeNotice()
  const known = SIGN_IN_NOTICES.find((notice) => notice === word)
  if (known !== undefined) return known
  return context.hadSession ? 'ended' : null
}

/**
 * With what the script says of the request, this prolongs the session or only tells of it. The form token is for a page that was
 * signed out with something typed: after another sign-in its forms can be sent.
 */
function tellLeft(contexts: RequestContexts): RequestHandler {
  return async (_request, response) => {
    const context = contexts.of(response)
    const left = context.sessionLeft
    if (left === null) throw new ProblemError('token_missing', 'Sign in first')
    await sendJson(context, { ...left, formToken: context.frame().csrfToken })
  }
}

function signIn({ contexts, sessions, signIns, cookies }: SignInGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const { email, password, ...form } = readForm(SignInForm, request.body)
    const returnTo = returnPath(form.returnTo)
    try {
      const step = await signIns.begin({ email, password }, visitorOf(context))
      if (step.kind === 'entered') return await enter({ context, sessions, entered: step, returnTo })
      const { token, hasPasskey } = step
      context.addCookie(await cookies.waiting.write({ token, hasPasskey, returnTo }))
      await redirect(context, PATHS.signInCode)
    } catch (error) {
      await showRefusal(context, error, { email, returnTo })
    }
  }
}

/** The sign-in page again, with what went wrong in words. */
async function showRefusal(
  context: RequestContext,
  error: unknown,
  kept: { readonly email: string; readonly returnTo: string | null },
): Promise<void> {
  if (!(error instanceof ProblemError) || error.code === 'internal') throw error
  // An empty field is as wrong as any other, and says as little.
  const problem: ProblemCode = error.code === 'invalid' ? 'token_invalid' : error.code
  setRetryAfter(context, error)
  const shown = { ...kept, problem, isHostOfNumbers: isHostOfNumbers(context) }
  const html = signInPage({ frame: context.frame(), retryAfterS: error.retryAfterS, ...shown })
  await sendHtml(context, html, PROBLEM_CODES[problem].status)
}

function signOut({ contexts, sessions }: SignInGiven): RequestHandler {
  return async (_request, response) => {
    const context = contexts.of(response)
    const { session } = context
    context.session = null
    if (session !== null) await sessions.end(session, context.clientAddress)
    await redirectWithNotice(context, PATHS.signIn, 'signed_out')
  }
}

function choosePreferences(contexts: RequestContexts): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const form = readForm(PreferencesForm, request.body)
    const { language, theme } = context.preferences
    context.choose({ language: form.language ?? language, theme: form.theme ?? theme })
    await redirect(context, returnAfterChoice(form.returnTo))
  }
}

// The sign-in page is no place to return to after signing in, but it is after choosing a language.
function returnAfterChoice(returnTo: string): string {
  const wanted = returnPath(returnTo)
  if (wanted !== null) return wanted
  const [path, query = ''] = returnTo.split('?')
  if (path === PATHS.signInCode || path === PATHS.forgotPassword) return path
  return path === PATHS.signIn
    ? signInPath(returnPath(new URLSearchParams(query).get('returnTo')))
    : PATHS.relay
}
