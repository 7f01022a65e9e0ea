// The storefront's way to the APIs for one request: as a stranger, as who is signed in, or as the owner of a basket.
import { randomBytes } from 'node:crypto'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { viewerOf, type Session } from '../../session/session.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { BrowserCall, Upstream, UpstreamApi } from '../../upstream.ts'
import type { ShopCookies } from '../session/shop-cookies.ts'
import type { ShopContext } from './shop-context.ts'

/** What one call adds. */
type Extra = Pick<BrowserCall, 'version' | 'idempotencyKey'>
/** Another API than the store's. */
interface Elsewhere {
  readonly api?: UpstreamApi
}
type Given<E extends Endpoint> = Partial<EndpointCall<E>>

export interface ShopCallsGiven {
  readonly upstream: Upstream
  readonly sessions: Sessions
  readonly cookies: ShopCookies
}

/** Every call throws ProblemError: the API's own code, or `upstream_unavailable` and `upstream_timeout`. */
export class ShopCalls {
  readonly upstream: Upstream
  readonly #sessions: Sessions
  readonly #cookies: ShopCookies

  constructor({ upstream, sessions, cookies }: ShopCallsGiven) {
    this.upstream = upstream
    this.#sessions = sessions
    this.#cookies = cookies
  }

  /** What everybody may ask. Of who is signed in the token goes with it: the gateway counts him by it, and not by his address. */
  async open<E extends Endpoint>(
    { clientAddress, session }: Pick<ShopContext, 'clientAddress' | 'session'>,
    entry: E,
    { api = this.upstream.store, ...given }: Given<E> & Elsewhere,
  ): Promise<EndpointResult<E>> {
    const token = session?.tokens.accessToken ?? null
    return await api.forBrowser(entry, wholeCall(given as Given<E>), { clientAddress, token })
  }

  /** Of who is signed in. Throws `token_missing` for everybody else. A token that the API refuses is exchanged once. */
  async mine<E extends Endpoint>(
    context: ShopContext,
    entry: E,
    { api = this.upstream.store, ...given }: Given<E> & Extra & Elsewhere,
  ): Promise<EndpointResult<E>> {
    const session = await this.signedIn(context)
    const { clientAddress } = context
    const attempt = async ({ tokens }: Session) =>
      await api.forBrowser(entry, wholeCall(given as Given<E>), {
        ...extraOf(given),
        clientAddress,
        token: tokens.accessToken,
      })
    try {
      return await attempt(session)
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
      context.session = await this.#sessions.renewed(session, clientAddress)
      return await attempt(context.session)
    }
  }

  /** Of who is signed in, else of the stranger whose basket it is; null where he has none. */
  async basket<E extends Endpoint>(
    context: ShopContext,
    entry: E,
    given: Given<E>,
  ): Promise<EndpointResult<E> | null> {
    if (context.session !== null) return await this.mine(context, entry, given)
    const { basketToken: cartToken, clientAddress } = context
    if (cartToken === null) return null
    return await this.upstream.store.forBrowser(entry, wholeCall(given), {
      clientAddress,
      token: null,
      cartToken,
    })
  }

  /** A basket of his own for a stranger who has none. */
  async openBasket(context: ShopContext): Promise<void> {
    if (context.session !== null || context.basketToken !== null) return
    context.basketToken = randomBytes(32).toString('base64url')
    context.addCookie(await this.#cookies.basket.write({ token: context.basketToken }))
  }

  /** Throws ProblemError `token_missing`, or `role_not_allowed` for who may not use `entry`. */
  async signedIn(context: ShopContext, entry?: Endpoint): Promise<Session> {
    const { session, clientAddress } = context
    if (session === null) throw new ProblemError('token_missing', 'Sign in first')
    context.session = await this.#sessions.fresh(session, clientAddress)
    if (entry !== undefined && !may(viewerOf(context.session.user), entry))
      throw new ProblemError('role_not_allowed', 'Your role may not see this page')
    return context.session
  }
}

function wholeCall<E extends Endpoint>({ params, query, body }: Given<E>): EndpointCall<E> {
  return { params: params ?? null, query: query ?? null, body: body ?? null } as EndpointCall<E>
}

function extraOf({ version, idempotencyKey }: Extra): Extra {
  return {
    ...(version === undefined ? {} : { version }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
}
