// The storefront as one object: pages and sessions over one HTTP server. It only wires.
import type { ServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { createFront, type Front } from '@pharmacy-relay/relay-server/http/admission/front.ts'
import type { ConnectionLimits } from '@pharmacy-relay/relay-server/http/admission/client-connections.ts'
import type { Visitors } from '@pharmacy-relay/relay-server/http/admission/visitors.ts'
import { closeServer, listen, type ListenAddress } from '@pharmacy-relay/relay-server/http/listen.ts'
import type { ReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import { admitRequests } from '../http/admit-requests.ts'
import { createFormTokens } from '../session/csrf.ts'
import { createSessionCookie, type SessionCookie } from '../session/session-cookie.ts'
import { SessionMemory } from '../session/session-memory.ts'
import { Sessions } from '../session/sessions.ts'
import { newVisitors, remembering, visitorOf } from '../session/visitors.ts'
import { createUpstream, type Upstream } from '../upstream.ts'
import { ShopCalls } from './http/shop-calls.ts'
import { ShopContexts } from './http/shop-contexts.ts'
import { BasketKeeper } from './pages/basket/basket-keeper.ts'
import { CategoryTree } from './pages/catalogue/category-tree.ts'
import { FirstPictures } from './pictures/first-pictures.ts'
import { PictureFiles } from './pictures/picture-files.ts'
import { CustomerSignIns } from './session/customer-sign-ins.ts'
import { SHOP_FORMS, SHOP_SESSION, createShopCookies, type ShopCookies } from './session/shop-cookies.ts'
import type { StorefrontOptions } from './settings.ts'
import { createStorefrontApp } from './storefront-app.ts'

export interface StorefrontGiven {
  readonly options: StorefrontOptions
  readonly assets: AssetFiles
  readonly serviceTokens: ServiceTokens
  readonly clock: Clock
  readonly logger: Logger
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
}

export interface Storefront {
  /** Resolves with the bound port. Throws PortBusyError. `peers`: whose connections are taken; left out: everybody's. */
  start(peers?: ListenAddress['peers']): Promise<number>
  /** Requests that are under way may end. */
  stop(): Promise<void>
}

const CLOSE_GRACE_MS = 2_000
const TIMEOUTS = { headMs: 10_000, requestMs: 30_000, idleMs: 5_000, clientStallMs: 60_000 } as const
const MAX_CONNECTIONS = 10_000
const LIMITS: ConnectionLimits = {
  strangers: { perAddress: 100, perNetwork: 400, total: MAX_CONNECTIONS },
  opensPerAddress: 1_500,
  perProven: 64,
}
/** All connections are the terminator's own: it counts its clients' connections, we their requests. */
const BEHIND_TERMINATOR: ConnectionLimits = {
  strangers: { perAddress: MAX_CONNECTIONS, perNetwork: MAX_CONNECTIONS, total: MAX_CONNECTIONS },
  opensPerAddress: 1_000_000,
  perProven: MAX_CONNECTIONS,
}

export function createStorefront(given: StorefrontGiven): Storefront {
  const { host, port, behindTerminator } = given.options
  const { clock, logger } = given
  const upstream = createUpstream({
    gatewayUrl: given.options.gatewayUrl,
    serviceTokens: given.serviceTokens,
  })
  const { app, visitors } = appOf(given, upstream)
  const admitted = admitRequests({
    visitors,
    clock,
    behindTerminator,
    proofCookie: SHOP_SESSION,
    connections: () => front.connections,
    logger: logger.named('pages'),
    app,
  })
  const front: Front = createFront({
    app: admitted,
    timeouts: TIMEOUTS,
    limits: behindTerminator ? BEHIND_TERMINATOR : LIMITS,
    nowMs: () => clock.monotonicMs(),
    isUpgrade: () => false,
  })
  front.server.maxConnections = MAX_CONNECTIONS
  return {
    start: async (peers = null) =>
      await listen(front.server, { host, port, setting: 'Storefront__Port', peers }),
    stop: async () => await closeServer(front.server, CLOSE_GRACE_MS),
  }
}

function appOf(given: StorefrontGiven, upstream: Upstream) {
  const { options, assets, clock, logger } = given
  const cookies = createShopCookies(options.cookieKeys)
  const visitors: Visitors = newVisitors(clock, async (cookie) => {
    const { live } = await sessions.read(`${SHOP_SESSION}=${cookie}`)
    return live === null ? null : visitorOf(live)
  })
  const memory = new SessionMemory(options.sessionLimits)
  const sessionCookie = remembering(
    createSessionCookie(options.cookieKeys, SHOP_SESSION),
    visitors,
    SHOP_SESSION,
  )
  const sessions = sessionsOf(given, upstream, { memory, sessionCookie })
  const calls = new ShopCalls({ upstream, sessions, cookies })
  const keeper = new BasketKeeper({ calls, cookies, logger: logger.named('basket') })
  const app = createStorefrontApp({
    assets,
    sessions,
    cookies,
    calls,
    keeper,
    contexts: contextsOf(given, { sessions, sessionCookie, cookies }),
    signIns: new CustomerSignIns({ calls, keeper, memory, sessions }),
    tree: new CategoryTree(calls),
    pictures: new FirstPictures({ calls, logger: logger.named('pictures') }),
    pictureFiles: new PictureFiles({ store: upstream.store }),
    origin: options,
    currency: options.currency,
    logger: logger.named('pages'),
    replies: given.replies,
  })
  return { app, visitors }
}

function sessionsOf(
  { clock, logger }: StorefrontGiven,
  { identity }: Upstream,
  { memory, sessionCookie }: { readonly memory: SessionMemory; readonly sessionCookie: SessionCookie },
): Sessions {
  return new Sessions({
    identity,
    cookie: sessionCookie,
    memory,
    wallNowMs: () => clock.wallMs(),
    logger: logger.named('sessions'),
    // No page of the shop is live.
    onSessionEnded: () => {},
  })
}

interface SessionParts {
  readonly sessions: Sessions
  readonly sessionCookie: SessionCookie
  readonly cookies: ShopCookies
}

function contextsOf({ options, assets, clock }: StorefrontGiven, parts: SessionParts): ShopContexts {
  const { publicOrigin, currency, timeZone, behindTerminator, cookieKeys } = options
  return new ShopContexts({
    ...parts,
    formTokens: createFormTokens(cookieKeys, SHOP_FORMS),
    site: { assetVersion: assets.version, publicOrigin, currency, timeZone },
    behindTerminator,
    wallNowMs: () => clock.wallMs(),
  })
}
