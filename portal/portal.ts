// The portal as one object: pages, sessions, event streams and the relay hub over one HTTP server.
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ServiceTokens } from '@pharmacy-relay/relay-server/auth/service-token.ts'
import { closeServer, listen, type ListenAddress } from '@pharmacy-relay/relay-server/http/listen.ts'
import type { ReplyMetrics } from '@pharmacy-relay/relay-server/http/reply-metrics.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import {
  createRegistryBatches,
  type RegistryBatches,
} from '@pharmacy-relay/relay-server/hub/registry/registry-batches.ts'
import { HubMesh } from '@pharmacy-relay/relay-server/hub/mesh/hub-mesh.ts'
import { createRelayHub, type RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import type { Front } from '@pharmacy-relay/relay-server/http/admission/front.ts'
import type { Visitors } from '@pharmacy-relay/relay-server/http/admission/visitors.ts'
import type { AssetFiles } from './assets/asset-files.ts'
import { followAccounts, type AccountNews } from './events/account-news.ts'
import { PortalStreams } from './events/portal-streams.ts'
import { startRelayFeed } from './events/relay-feed.ts'
import { helpDeskOf } from './help-desk.ts'
import { knownAs } from './known-as.ts'
import { createPortalApp } from './portal-app.ts'
import { createPortalServer } from './portal-server.ts'
import { newVisitors, remembering, visitorOf } from './session/visitors.ts'
import { clientAddress } from './http/client-address.ts'
import { admitRequests } from './http/admit-requests.ts'
import { RequestContexts } from './http/request-contexts.ts'
import { createFormTokens } from './session/csrf.ts'
import { createSessionCookie, SESSION_COOKIE, type SessionCookie } from './session/session-cookie.ts'
import { createScannerCookie } from './session/scanner-cookie.ts'
import { createShortCookies } from './session/short-cookies.ts'
import type { Session } from './session/session.ts'
import { SessionMemory } from './session/session-memory.ts'
import { Sessions } from './session/sessions.ts'
import { SignIns } from './session/sign-ins.ts'
import type { PortalOptions } from './settings.ts'
import { createUpstream, type Upstream } from './upstream.ts'

export interface PortalGiven {
  readonly options: PortalOptions
  readonly assets: AssetFiles
  readonly serviceTokens: ServiceTokens
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
}

export interface Portal {
  readonly hub: RelayHub
  readonly streams: PortalStreams
  /** Since when the identity hub is away, in ms; null while it is heard. */
  identityAwayMs(): number | null
  /** Resolves with the bound port. Throws PortBusyError. `peers`: whose connections are taken; left out: everybody's. */
  start(peers?: ListenAddress['peers']): Promise<number>
  /** The hub sends its devices away while all else goes on (RelayHub.stop); then streams end and the server closes. */
  stop(): Promise<void>
}

const CLOSE_GRACE_MS = 200

export function createPortal(given: PortalGiven): Portal {
  const { options, clock, random, logger } = given
  const upstream = createUpstream({ gatewayUrl: options.gatewayUrl, serviceTokens: given.serviceTokens })
  const registry = registryOf(given, upstream)
  const mesh = meshOf(given, registry.hubId)
  const pages = createPages(given, upstream, mesh)
  const { streams, server, connections } = pages
  const hub = createRelayHub({
    server,
    registry,
    clock,
    random,
    settings: options.hub,
    logger: logger.named('hub'),
    ...(mesh === null ? {} : { mesh }),
    clientAddress: (request) => clientAddress(request, options.behindTerminator),
    isKnownAs: knownAs(options),
    gatewayUrl: options.gatewayPublicUrl,
    helpDesk: helpDeskOf(upstream.store),
    // From now on the hub counts it.
    onProven: (tcp) => connections.counted(tcp),
  })
  const following: { stop(): void }[] = []
  let accounts: AccountNews | null = null
  return {
    hub,
    streams,
    identityAwayMs: () => accounts?.awayMs() ?? null,
    start: async (peers = null) => {
      const { host, port: wanted } = options
      const port = await listen(server, { host, port: wanted, setting: 'Portal__Port', peers })
      hub.start()
      accounts = followAccounts({ ...followed(given), identity: upstream.identity, ...pages })
      following.push(accounts, followRelay(given, hub, streams))
      return port
    },
    stop: async () => await stop({ following, streams, hub, registry, server }),
  }
}

/** What the hub tells the store API. */
function registryOf({ clock, random, logger }: PortalGiven, { store }: Upstream): RegistryBatches {
  return createRegistryBatches({
    hubId: randomUUID(),
    send: async (batch) =>
      await store.asService(storeApi.registryBatch, { params: null, query: null, body: batch }),
    clock,
    random,
    logger: logger.named('registry'),
  })
}

/** The way to the hubs of other portals; null when this is the only one. */
function meshOf({ options, clock, random, logger }: PortalGiven, hubId: string): HubMesh | null {
  const { nats, hub: settings } = options
  if (nats === null) return null
  return new HubMesh({ hubId, servers: nats, settings, clock, random, logger: logger.named('mesh') })
}

/** What the store API tells the hub, and pages that are looked at. */
function followRelay(given: PortalGiven, hub: RelayHub, streams: PortalStreams): { stop(): void } {
  return startRelayFeed({ ...followed(given), hub, streams, logger: given.logger.named('relay-feed') })
}

/** What every lasting connection to a hub behind the gateway needs. */
function followed({ options, serviceTokens, clock, random, logger }: PortalGiven) {
  const token = async (): Promise<string> => await serviceTokens.current()
  return { gatewayUrl: options.gatewayUrl, token, clock, random, logger }
}

/** The pages and what they share, on a server that does not listen yet. */
function createPages(given: PortalGiven, upstream: Upstream, mesh: HubMesh | null) {
  const { options, assets, clock, logger } = given
  const wallNowMs = (): number => clock.wallMs()
  const isNatsAway = (): boolean => mesh?.facts().isUp === false
  const memory = new SessionMemory(options.sessionLimits)
  const isLive = (session: Session): boolean => memory.current(session, wallNowMs()) !== null
  const streams = new PortalStreams({ clock, isNatsAway, isLive })
  const visitors: Visitors = newVisitors(clock, async (cookie) => {
    const { live } = await sessions.read(`${SESSION_COOKIE}=${cookie}`)
    return live === null ? null : visitorOf(live)
  })
  const sessionCookie = remembering(createSessionCookie(options.cookieKeys), visitors)
  const facts = { memory, streams, isNatsAway, wallNowMs, sessionCookie }
  const { sessions, contexts } = sessionsOf(given, upstream, facts)
  const app = createPortalApp({
    assets,
    contexts,
    sessions,
    signIns: new SignIns({ identity: upstream.identity, memory, sessions, wallNowMs }),
    cookies: createShortCookies(options.cookieKeys),
    scannerCookie: createScannerCookie(options.cookieKeys),
    streams,
    store: upstream.store,
    identity: upstream.identity,
    pharmacy: upstream.pharmacy,
    origin: options,
    logger: logger.named('pages'),
    replies: given.replies,
  })
  const admission = {
    ...options,
    proofCookie: SESSION_COOKIE,
    visitors,
    clock,
    connections: () => front.connections,
  }
  const admitted = admitRequests({ ...admission, logger: logger.named('pages'), app })
  const front: Front = createPortalServer({ ...options, app: admitted, nowMs: () => clock.monotonicMs() })
  return { ...front, memory, streams, wallNowMs }
}

interface SessionsGiven {
  readonly memory: SessionMemory
  readonly streams: PortalStreams
  readonly isNatsAway: () => boolean
  readonly wallNowMs: () => number
  readonly sessionCookie: SessionCookie
}

/** Who is signed in, and what each request knows of it. */
function sessionsOf(
  { options, assets, logger }: PortalGiven,
  { identity }: Upstream,
  { memory, streams, isNatsAway, wallNowMs, sessionCookie }: SessionsGiven,
): { readonly sessions: Sessions; readonly contexts: RequestContexts } {
  const sessions = new Sessions({
    identity,
    cookie: sessionCookie,
    memory,
    wallNowMs,
    logger: logger.named('sessions'),
    onSessionEnded: (sessionId) => streams.endSession(sessionId),
  })
  const contexts = new RequestContexts({
    sessions,
    sessionCookie,
    formTokens: createFormTokens(options.cookieKeys),
    assetVersion: assets.version,
    isNatsAway,
    sessionLimits: options.sessionLimits,
    secondFactorGraceMs: options.secondFactorGraceMs,
    timeZone: options.timeZone,
    behindTerminator: options.behindTerminator,
    wallNowMs,
  })
  return { sessions, contexts }
}

async function stop(parts: {
  readonly following: readonly { stop(): void }[]
  readonly streams: PortalStreams
  readonly hub: RelayHub
  readonly registry: RegistryBatches
  readonly server: Server
}): Promise<void> {
  await parts.hub.stop()
  for (const part of parts.following) part.stop()
  parts.streams.stop()
  parts.registry.stop()
  await closeServer(parts.server, CLOSE_GRACE_MS)
}
