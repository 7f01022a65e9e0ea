// What the routes of the portal are made of.
import type { Request, Response } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PortalStreams } from '../events/portal-streams.ts'
import type { OneTimeForms } from '../session/one-time-forms.ts'
import type { OriginRule } from '../session/same-origin.ts'
import type { Sessions } from '../session/sessions.ts'
import type { UpstreamApi } from '../upstream.ts'
import type { Visit, VisitParts } from './visit.ts'

export interface PortalParts extends VisitParts {
  readonly sessions: Sessions
  readonly oneTimeForms: OneTimeForms
  readonly store: UpstreamApi
  readonly streams: PortalStreams
  readonly origin: OriginRule
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
  readonly logger: Logger
  /** The visit of each response that is under way. */
  readonly visits: WeakMap<Response, Visit>
}

/** The visit that `beginVisits` began. */
export function visitOf(parts: PortalParts, response: Response): Visit {
  const visit = parts.visits.get(response)
  if (visit === undefined) throw new Error('A route was reached without a visit')
  return visit
}

/** Live regions that refresh themselves, and what htmx swaps, get fragments instead of pages. */
export function wantsFragment(request: Request): boolean {
  return (
    request.get('hx-request') !== undefined ||
    /^\/(events|relay\/(table|[^/]+\/computers))$/.test(request.path)
  )
}
