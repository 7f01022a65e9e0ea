// The first two steps of every dynamic request: who visits, and whether it comes from our own pages.
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isSameOrigin } from '../session/same-origin.ts'
import { PATHS } from '../views/paths.ts'
import { visitOf, type PortalParts } from './portal-parts.ts'
import { formPath, isSafe, needsSession, signInToRepeat } from './posted-form.ts'
import { redirect, sendFormExpired, sendProblemPage } from './replies.ts'
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

/** Unsafe methods: exact Origin, before a byte of the body is read. */
export function refuseForeignOrigins(parts: PortalParts): RequestHandler {
  return async (request, response, next) => {
    if (isSafe(request) || isSameOrigin(request.headers, parts.origin)) return next()
    const problem = new ProblemError(
      'role_not_allowed',
      'The request does not come from a page of this portal',
    )
    await sendProblemPage(visitOf(parts, response), problem, 'foreignForm')
  }
}

/**
 * Unsafe methods: the form's token, after its body was parsed. Without a session there is no such token: then the
 * sign-in comes first, and afterwards the page of the form again.
 */
export function refuseForeignForms(parts: PortalParts): RequestHandler {
  return async (request, response, next) => {
    const visit = visitOf(parts, response)
    if (isSafe(request) || visit.accepts(formToken(request.body))) return next()
    if (visit.session === null && needsSession(visit)) return await redirect(visit, signInToRepeat(visit))
    await sendFormExpired(visit, formPath(visit) ?? PATHS.relay)
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
