// GET and POST /sign-in, POST /sign-out, POST /preferences.
import { Router, type Request, type RequestHandler } from 'express'
import { z } from 'zod'
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { Language } from '@pharmacy-relay/shared/texts/index.ts'
import { signInPage } from '../pages/sign-in/sign-in-page.tsx'
import { returnPath } from '../session/return-to.ts'
import { PATHS } from '../views/paths.ts'
import { Theme } from '../views/theme.ts'
import { readForm, typed } from './forms.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import { signInPath } from './posted-form.ts'
import { redirect, sendHtml, setRetryAfter } from './replies.ts'
import type { Visit } from './visit.ts'

const SignInForm = z.object({ email: typed(254), password: typed(256), returnTo: typed(1_000) })
const PreferencesForm = z.object({
  language: Language.optional(),
  theme: Theme.optional(),
  returnTo: typed(1_000),
})

export function signInRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.signIn, showSignIn(parts))
  router.post(PATHS.signIn, signIn(parts))
  router.post(PATHS.signOut, signOut(parts))
  router.post(PATHS.preferences, choosePreferences(parts))
  return router
}

function showSignIn(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    const visit = visitOf(parts, response)
    const returnTo = returnPath(request.query['returnTo'])
    if (visit.session !== null) return await redirect(visit, returnTo ?? PATHS.relay)
    const page = { frame: visit.frame(), problem: noticeOf(request.query), retryAfterS: null }
    await sendHtml(visit, signInPage({ ...page, email: '', returnTo }))
  }
}

function noticeOf(query: Request['query']): 'signed_out' | 'not_sent' | null {
  if (query['signedOut'] === '1') return 'signed_out'
  return query['notSent'] === '1' ? 'not_sent' : null
}

function signIn(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    const visit = visitOf(parts, response)
    const form = readForm(SignInForm, request.body)
    const returnTo = returnPath(form.returnTo)
    try {
      // A session that the browser brought along ends here: nobody else's is carried on.
      const before = visit.session
      visit.session = await parts.sessions.signIn(form, visit.clientAddress)
      if (before !== null) await parts.sessions.end(before, visit.clientAddress)
    } catch (error) {
      return await showRefusal(visit, error, { email: form.email, returnTo })
    }
    await redirect(visit, returnTo ?? PATHS.relay)
  }
}

/** The sign-in page again, with what went wrong in words. */
async function showRefusal(
  visit: Visit,
  error: unknown,
  kept: { readonly email: string; readonly returnTo: string | null },
): Promise<void> {
  if (!(error instanceof ProblemError) || error.code === 'internal') throw error
  // An empty field is as wrong as any other, and says as little.
  const problem: ProblemCode = error.code === 'invalid' ? 'token_invalid' : error.code
  setRetryAfter(visit, error)
  const html = signInPage({ frame: visit.frame(), problem, retryAfterS: error.retryAfterS, ...kept })
  await sendHtml(visit, html, PROBLEM_CODES[problem].status)
}

function signOut(parts: PortalParts): RequestHandler {
  return async (_request, response) => {
    const visit = visitOf(parts, response)
    const { session } = visit
    visit.session = null
    if (session !== null) await parts.sessions.end(session, visit.clientAddress)
    await redirect(visit, `${PATHS.signIn}?signedOut=1`)
  }
}

function choosePreferences(parts: PortalParts): RequestHandler {
  return async (request, response) => {
    const visit = visitOf(parts, response)
    const form = readForm(PreferencesForm, request.body)
    const { language, theme } = visit.preferences
    visit.choose({ language: form.language ?? language, theme: form.theme ?? theme })
    await redirect(visit, returnAfterChoice(form.returnTo))
  }
}

// The sign-in page is no place to return to after signing in, but it is after choosing a language.
function returnAfterChoice(returnTo: string): string {
  const wanted = returnPath(returnTo)
  if (wanted !== null) return wanted
  const [path, query = ''] = returnTo.split('?')
  return path === PATHS.signIn
    ? signInPath(returnPath(new URLSearchParams(query).get('returnTo')))
    : PATHS.relay
}
