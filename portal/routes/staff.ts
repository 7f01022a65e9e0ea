// Pages for staff: signed in, of a role that may see them, and with an API client that acts for that person.
import type { RequestHandler } from 'express'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { Session } from '../session/session.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import type { Visit } from './visit.ts'

/** Calls the store API as the visitor; `version` is If-Match. Throws ProblemError. */
export type StoreCall = <E extends Endpoint>(
  entry: E,
  call: EndpointCall<E>,
  version?: number,
) => Promise<EndpointResult<E>>

export type StaffHandler = (visit: Visit, store: StoreCall) => Promise<void>

/** Throws ProblemError `token_missing` (the sign-in page) or `role_not_allowed` (the forbidden page). */
export function forStaff(
  parts: PortalParts,
  roles: readonly UserRole[],
  handler: StaffHandler,
): RequestHandler {
  return async (_request, response) => {
    const visit = visitOf(parts, response)
    if (visit.session === null) throw new ProblemError('token_missing', 'Sign in first')
    requireRole(visit.session, roles)
    // A refresh may bring another role.
    visit.session = await parts.sessions.fresh(visit.session, visit.clientAddress)
    requireRole(visit.session, roles)
    await handler(visit, storeCall(parts, visit))
  }
}

export function requireRole(session: Session, roles: readonly UserRole[]): void {
  if (!roles.includes(session.user.role)) {
    throw new ProblemError('role_not_allowed', 'Your role may not see this page')
  }
}

function storeCall(parts: PortalParts, visit: Visit): StoreCall {
  return async (entry, call, version) => {
    const attempt = async (session: Session) =>
      await parts.store.forBrowser(entry, call, {
        clientAddress: visit.clientAddress,
        token: session.tokens.accessToken,
        ...(version === undefined ? {} : { version }),
      })
    const session = visit.session
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    try {
      return await attempt(session)
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
      const renewed = await parts.sessions.renewed(session, visit.clientAddress)
      visit.session = renewed
      return await attempt(renewed)
    }
  }
}
