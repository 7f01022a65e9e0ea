// Whoever needs a second factor and has none gets the page that sets one up, and nothing else but the ways out.
import type { RequestHandler } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { PATHS } from '../views/paths.ts'
import { redirect } from './replies.ts'
import type { RequestContexts } from './request-contexts.ts'

const ALLOWED: ReadonlySet<string> = new Set([
  PATHS.secondFactor,
  PATHS.activateFactor,
  PATHS.passkeys,
  PATHS.addPasskey,
  PATHS.confirm,
  PATHS.confirmPasskey,
  PATHS.confirmPasskeyOptions,
  PATHS.session,
  PATHS.signOut,
  PATHS.preferences,
])
/** What needs no session. */
const WITHOUT_SESSION = [
  PATHS.signIn,
  PATHS.passwordLink,
  PATHS.emailLink,
  PATHS.resetLink,
  PATHS.noSms,
  PATHS.scanner,
]

/** Before every page, so that none can forget it. */
export function requireSecondFactor(contexts: RequestContexts): RequestHandler {
  return async (request, response, next) => {
    const context = contexts.of(response)
    if (context.secondFactorDue?.isOver !== true || isAllowed(request.path)) return next()
    // Only a page can lead to another one.
    if (context.wantsFragment)
      throw new ProblemError('role_not_allowed', 'This account needs a second factor')
    await redirect(context, PATHS.secondFactor)
  }
}

function isAllowed(path: string): boolean {
  return ALLOWED.has(path) || WITHOUT_SESSION.some((one) => path === one || path.startsWith(`${one}/`))
}
