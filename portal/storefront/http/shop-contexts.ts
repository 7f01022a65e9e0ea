// The context of every request that is under way: the first step begins it, all others ask for it.
import type { RequestHandler, Response } from 'express'
import { clientAddress } from '../../http/client-address.ts'
import type { FormTokens } from '../../session/csrf.ts'
import type { SessionCookie } from '../../session/session-cookie.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { ShopCookies } from '../session/shop-cookies.ts'
import { ShopContext, type ShopSite } from './shop-context.ts'

export interface ShopContextsGiven {
  readonly sessions: Sessions
  readonly sessionCookie: SessionCookie
  readonly cookies: ShopCookies
  readonly formTokens: FormTokens
  readonly site: ShopSite
  readonly behindTerminator: boolean
  readonly wallNowMs: () => number
}

export class ShopContexts {
  readonly #given: ShopContextsGiven
  readonly #byResponse = new WeakMap<Response, ShopContext>()

  constructor(given: ShopContextsGiven) {
    this.#given = given
  }

  /** Reads the session. Following a link or sending a form is a person's doing and prolongs it; what the script asks for is not. */
  readonly begin: RequestHandler = async (request, response, next) => {
    const { sessions, cookies, behindTerminator } = this.#given
    const { cookie } = request.headers
    const [{ live, written }, basket] = await Promise.all([
      sessions.read(cookie),
      cookies.basket.read(cookie),
    ])
    const mode = request.headers['sec-fetch-mode']
    const isPersonsDoing = mode === undefined || mode === 'navigate'
    const session = live !== null && isPersonsDoing ? sessions.used(live) : live
    const context = new ShopContext({
      ...this.#given,
      request,
      response,
      session,
      written,
      basketToken: basket?.token ?? null,
      clientAddress: clientAddress(request, behindTerminator),
    })
    this.#byResponse.set(response, context)
    next()
  }

  of(response: Response): ShopContext {
    const context = this.find(response)
    if (context === null) throw new Error('A route was reached without a context')
    return context
  }

  /** Null for a request that failed before it began. */
  find(response: Response): ShopContext | null {
    return this.#byResponse.get(response) ?? null
  }

  /** A route that gets its context. */
  readonly route = (handler: (context: ShopContext) => Promise<void>): RequestHandler => {
    return async (_request, response) => await handler(this.of(response))
  }
}
