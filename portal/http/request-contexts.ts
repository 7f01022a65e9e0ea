// The context of every request that is under way: the first step begins it, all others ask for it.
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler, Response } from 'express'
import type { FormTokens } from '../session/csrf.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SessionLimits } from '../settings.ts'
import { clientAddress } from './client-address.ts'
import { RequestContext } from './request-context.ts'

export interface RequestContextsGiven {
  readonly sessions: Sessions
  readonly sessionCookie: SessionCookie
  readonly formTokens: FormTokens
  readonly assetVersion: string
  /** Whether the way to the hubs of other portals is gone; false for the only portal. */
  readonly isNatsAway: () => boolean
  readonly sessionLimits: SessionLimits
  /** How long an account may go without a second factor, in ms. */
  readonly secondFactorGraceMs: number
  /** For readers whose own is not known. */
  readonly timeZone: string
  /** A TLS terminator stands in front and says whom it forwards for. */
  readonly behindTerminator: boolean
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
}

export class RequestContexts {
  readonly #given: RequestContextsGiven
  readonly #byResponse = new WeakMap<Response, RequestContext>()

  constructor(given: RequestContextsGiven) {
    this.#given = given
  }

  /** Reads the session. A page or form is a person's doing and prolongs it; what refreshes by itself does not. */
  readonly begin: RequestHandler = async (request, response, next) => {
    const { sessions, sessionCookie, formTokens, assetVersion, isNatsAway, wallNowMs } = this.#given
    const { live, written } = await sessions.read(request.headers.cookie)
    const session = live !== null && isPersonsDoing(request.headers) ? sessions.used(live) : live
    const context = new RequestContext({
      request,
      response,
      session,
      written,
      clientAddress: clientAddress(request, this.#given.behindTerminator),
      sessionCookie,
      formTokens,
      assetVersion,
      isNatsAway: isNatsAway(),
      sessionLimits: this.#given.sessionLimits,
      secondFactorGraceMs: this.#given.secondFactorGraceMs,
      timeZone: this.#given.timeZone,
      wallNowMs,
    })
    this.#byResponse.set(response, context)
    next()
  }

  of(response: Response): RequestContext {
    const context = this.find(response)
    if (context === null) throw new Error('A route was reached without a context')
    return context
  }

  /** Null for a request that failed before it began. */
  find(response: Response): RequestContext | null {
    return this.#byResponse.get(response) ?? null
  }
}

/** Sent by the browser script with what it refetches because of an event. */
const LIVE_REFRESH = 'x-live-refresh'

// Browsers say what a request is for: following a link or sending a form is a person's doing, and so is the live
// filter (htmx). Regions that refresh themselves send htmx's field too, and one of their own.
function isPersonsDoing(headers: IncomingHttpHeaders): boolean {
  if (headers[LIVE_REFRESH] !== undefined) return false
  if (headers['hx-request'] !== undefined) return true
  const mode = headers['sec-fetch-mode']
  return mode === undefined || mode === 'navigate'
}
