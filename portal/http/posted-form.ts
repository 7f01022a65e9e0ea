// A posted form: the page it stands on, and the way back there through the sign-in.
import type { Request } from 'express'
import { returnPath } from '../session/return-to.ts'
import { PATHS } from '../views/paths.ts'

/** As much of a request as says which form was posted. */
export interface PostedForm {
  readonly request: Pick<Request, 'path' | 'body'>
  /** Path and query, as they came. */
  readonly path: string
}

/** What stands between a person and the session. */
const SIGN_IN_FORMS: ReadonlySet<string> = new Set([PATHS.signIn, PATHS.signInCode, PATHS.forgotPassword])
/** What a link leads to that was sent to somebody, and what makes a phone a scanner. */
const WITHOUT_SESSION: ReadonlySet<string | null> = new Set([
  PATHS.passwordLink,
  PATHS.emailLink,
  PATHS.resetLink,
  PATHS.noSms,
  PATHS.scanner,
  PATHS.pairScanner,
  PATHS.forgetScanner,
])
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Whether the request changes nothing. */
export function isSafe(request: Pick<Request, 'method'>): boolean {
  return SAFE_METHODS.has(request.method)
}

/**
 * The page that the form stands on, always one of this site and one that GET shows; null when nothing tells. Forms
 * post to the address of their page; those of the top bar stand on every page, and the display choices say on which.
 */
export function formPath({ request, path }: PostedForm): string | null {
  if (request.path === PATHS.signOut) return null
  if (SIGN_IN_FORMS.has(request.path)) return signInPath(returnPath(returnTo(request.body)))
  if (request.path !== PATHS.preferences) return returnPath(path)
  const page = returnTo(request.body)
  return isSignIn(page) ? signInPath(null) : returnPath(page)
}

/** Everything but the forms of the sign-in pages, of those that a link leads to, and of a phone that is a scanner. */
export function needsSession(form: PostedForm): boolean {
  const page = formPath(form)
  return !isSignIn(page) && !WITHOUT_SESSION.has(page)
}

/** What the sign-in page says about a form that was posted without a session; it leads back to the form's page. */
export function notSentNotice({ request }: PostedForm): SignInNotice {
  // Who signs out without a session has what was wanted.
  return request.path === PATHS.signOut ? 'signed_out' : 'not_sent'
}

/** `ended`: the session had, when a page was asked for. `code_over`: the sign-in whose code was waited for. */
export type SignInNotice = (typeof SIGN_IN_NOTICES)[number]

export const SIGN_IN_NOTICES = [
  'signed_out',
  'not_sent',
  'ended',
  'code_over',
  'not_staff',
  'password_set',
  'passkey_refused',
] as const

/** The sign-in page, leading on to a path of this site afterwards; null means the list. */
export function signInPath(returnTo: string | null): string {
  return returnTo === null ? PATHS.signIn : `${PATHS.signIn}?returnTo=${encodeURIComponent(returnTo)}`
}

function isSignIn(page: unknown): boolean {
  return typeof page === 'string' && SIGN_IN_FORMS.has(page.replace(/\?.*$/, ''))
}

function returnTo(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'returnTo' in body ? body.returnTo : null
}
