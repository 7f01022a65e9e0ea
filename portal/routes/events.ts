// GET /events: the stream that says which pharmacies changed.
import { Router } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import { isNotForeign } from '../session/same-origin.ts'
import { openSseReply } from '../events/sse-reply.ts'
import { PATHS } from '../views/paths.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import { requireRole } from './staff.ts'

/** Without a session 401 in words, not the sign-in page: an event stream cannot show one. */
export function eventRoutes(parts: PortalParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.events, (request, response) => {
    // Express lets HEAD in by GET's door; a stream without a body would never end.
    if (request.method !== 'GET') throw new ProblemError('not_found', 'There is nothing at this address')
    const { session } = visitOf(parts, response)
    if (!isNotForeign(request.headers, parts.origin)) {
      throw new ProblemError('role_not_allowed', 'The request does not come from a page of this portal')
    }
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    requireRole(session, STAFF_ROLES)
    parts.streams.checkRoom(session.id)
    const afterId = readEventId(request.get('last-event-id')) ?? readEventId(request.query['after'])
    parts.streams.open({ session, afterId, sink: openSseReply(response) })
  })
  return router
}

function readEventId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
