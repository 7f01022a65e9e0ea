// Pages for staff: signed in, allowed what the page is for, and with an API client that acts for that person.
import type { RequestHandler } from 'express'
import { mayAny, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import type { UpstreamApi } from '../upstream.ts'
import type { RequestContext } from './request-context.ts'
import type { RequestContexts } from './request-contexts.ts'

/** What one call says beside its input: If-Match of versioned endpoints, the key of idempotent ones (a UUID). */
interface CallHeads {
  readonly version?: number
  readonly idempotencyKey?: string
}

/** Calls an API for who is signed in; a number is If-Match. Throws ProblemError. */
export type StoreCall = <E extends Endpoint>(
  entry: E,
  call: EndpointCall<E>,
  heads?: number | CallHeads,
) => Promise<EndpointResult<E>>

export type StaffHandler = (context: RequestContext, store: StoreCall, identity: StoreCall) => Promise<void>

/** `purpose`: the endpoints that the page or form is there for; who may call none of them may not see it. */
export type ForStaff = (purpose: readonly AccessRule[], handler: StaffHandler) => RequestHandler

interface StaffAccess {
  readonly contexts: RequestContexts
  readonly sessions: Sessions
  readonly store: UpstreamApi
  readonly identity: UpstreamApi
}

export function staffAccess({ contexts, sessions, store, identity }: StaffAccess): ForStaff {
  return (purpose, handler) => async (_request, response) => {
    const context = contexts.of(response)
    const session = requireAccess(context, purpose)
    context.session = await sessions.fresh(session, context.clientAddress)
    // A refresh may bring another role.
    requireAccess(context, purpose)
    const to = (api: UpstreamApi): StoreCall => callAs({ context, sessions, api })
    await handler(context, to(store), to(identity))
  }
}

/** Throws ProblemError `token_missing` (the sign-in page) or `role_not_allowed` (the forbidden page). */
export function requireAccess({ session, viewer }: RequestContext, purpose: readonly AccessRule[]): Session {
  if (session === null) throw new ProblemError('token_missing', 'Sign in first')
  if (mayAny(viewer, purpose)) return session
  throw new ProblemError('role_not_allowed', 'Your role may not see this page')
}

interface Caller {
  readonly context: RequestContext
  readonly sessions: Sessions
  readonly api: UpstreamApi
}

/** A token that the API refuses is exchanged once. */
export function callAs({ context, sessions, api }: Caller): StoreCall {
  return async (entry, call, heads = {}) => {
    const { session, clientAddress } = context
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    const attempt = async ({ tokens }: Session) =>
      await api.forBrowser(entry, call, {
        clientAddress,
        token: tokens.accessToken,
        ...(typeof heads === 'number' ? { version: heads } : heads),
      })
    try {
      return await attempt(session)
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
      context.session = await sessions.renewed(session, clientAddress)
      return await attempt(context.session)
    }
  }
}
