// The first two steps of every dynamic request: who visits, and whether it comes from our own pages.
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isSameOrigin } from '../session/same-origin.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import { Visit } from './visit.ts'

/** Reads the session. A page or form is a person's doing and prolongs it; what refreshes by itself does not. */
export function beginVisits(parts: PortalParts): RequestHandler {
  return async (request, response, next) => {
    const session = await parts.sessions.read(request.headers.cookie)
    const visit = new Visit({ request, response, session }, parts)
    parts.visits.set(response, visit)
    if (visit.session !== null && isPersonsDoing(request.headers)) {
      visit.session = parts.sessions.used(visit.session)
    }
    next()
  }
}

/** Sent by the browser script with what it refetches because of an event. */
const LIVE_REFRESH = 'x-live-refresh'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Unsafe methods: exact Origin, before a byte of the body is read. */
export function refuseForeignOrigins(parts: PortalParts): RequestHandler {
  return (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && !isSameOrigin(request.headers, parts.origin)) {
      throw new ProblemError('role_not_allowed', 'The request does not come from a page of this portal')
    }
    next()
  }
}

/** Unsafe methods: the form's token, after its body was parsed. */
export function refuseForeignForms(parts: PortalParts): RequestHandler {
  return (request, response, next) => {
    if (!SAFE_METHODS.has(request.method) && !visitOf(parts, response).accepts(formToken(request.body))) {
      throw new ProblemError(
        'role_not_allowed',
        'The form has expired. Go back, load the page again, and repeat it.',
      )
    }
    next()
  }
}

function formToken(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'csrf' in body ? body.csrf : null
}

// Browsers say what a request is for: following a link or sending a form is a person's doing, and so is the live
// filter (htmx). Regions that refresh themselves send htmx's field too, and one of their own.
function isPersonsDoing(headers: IncomingHttpHeaders): boolean {
  if (headers[LIVE_REFRESH] !== undefined) return false
  if (headers['hx-request'] !== undefined) return true
  const mode = headers['sec-fetch-mode']
  return mode === undefined || mode === 'navigate'
}
