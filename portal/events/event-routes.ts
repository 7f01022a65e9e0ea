// GET /events: the stream that says which pharmacies changed.
import { Router } from 'express'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { RequestContexts } from '../http/request-contexts.ts'
import { requireAccess } from '../http/staff.ts'
import { isNotForeign, type OriginRule } from '../session/same-origin.ts'
import { PATHS } from '../views/paths.ts'
import type { PortalStreams } from './portal-streams.ts'
import { openSseReply } from './sse-reply.ts'

interface EventsGiven {
  readonly contexts: RequestContexts
  readonly streams: PortalStreams
  readonly origin: OriginRule
}

/** Without a session 401 in words, not the sign-in page: an event stream cannot show one. */
export function eventRoutes({ contexts, streams, origin }: EventsGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.events, (request, response) => {
    // Express takes HEAD for GET; a stream without a body would never end.
    if (request.method !== 'GET') throw new ProblemError('not_found', 'There is nothing at this address')
    if (!isNotForeign(request.headers, origin)) {
      throw new ProblemError('role_not_allowed', 'The request does not come from a page of this portal')
    }
    const session = requireAccess(contexts.of(response), [storeApi.listCustomers])
    streams.checkRoom(session)
    const afterId = readEventId(request.get('last-event-id')) ?? readEventId(request.query['after'])
    const task = IdText.safeParse(request.query['task'])
    const taskId = task.success ? task.data : null
    streams.open({ session, afterId, taskId, sink: openSseReply(response) })
  })
  return router
}

function readEventId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
