// The store API as one part: HTTP server, endpoints, store hub, event feed and sweeper over an open database.
import type { Server } from 'node:http'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { InternalApiOptions } from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { TokenVerifier } from '../auth/token-verifier.ts'
import type { Database } from '../db/database.ts'
import { asProblem } from '../db/database-errors.ts'
import { startEventFeed } from '../db/event-feed.ts'
import { createApiApp } from '../http/api-app.ts'
import { API_KEEP_ALIVE_MS, createLimitedServer } from '../http/limited-server.ts'
import { upgradeAddress } from '../http/admission/vouched-address.ts'
import { closeServer, listen, type ListenAddress } from '../http/listen.ts'
import type { PrivateNetwork } from '../http/private-network.ts'
import type { ReplyMetrics } from '../http/reply-metrics.ts'
import type { LoginWithIpAddress } from './addresses/address-tickets.ts'
import type { EndDeviceSessions } from './addresses/device-sessions.ts'
import type { MakeAccount } from './customers/customer-registration.ts'
import type { CustomerSignIn } from './customers/customer-sign-in.ts'
import { storeHandlers } from './endpoints.ts'
import { EVENTS_CHANNEL, MAX_REPLAY, relayOutbox } from './events/outbox.queries.ts'
import type { StoreEvent } from './events/store-event.ts'
import type { StoreMetrics } from './metrics.ts'
import { createPusher, type Pusher } from './printing/pusher.ts'
import { createGraceTimer, type GraceTimer } from './presence/grace-timer.ts'
import type { HealthKeeper, startHealthKeeper } from './health/health-keeper.ts'
import { createSweeper, type Sweeper } from './presence/sweeper.ts'
import type { RegistryRules } from './registry/operations.ts'
import type { Rounds } from './rounds.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import type { StoreSchema } from './schema.ts'
import { createWrongCodes } from './shop/coupons/wrong-codes.ts'
import { createInvoiceDrawer, type InvoiceDrawer } from './shop/invoices/drawing/drawer.ts'
import type { InvoiceRules } from './shop/invoices/invoice-rules.ts'
import { startInvoicing } from './shop/invoices/invoicing.ts'
import { startPaymentWork } from './shop/payments/payment-work.ts'
import type { PaymentProvider } from './shop/payments/provider/provider.ts'
import type { PaymentParts } from './shop/payments/payment-parts.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { pictureFileRoutes } from './shop/pictures/picture-endpoints.ts'
import type { ShopRules } from './shop/shop-rules.ts'
import type { SendSms } from './sms/sms-sender.ts'
import { createHubSockets, type HubSockets } from './store-hub/hub-sockets.ts'
import { createSessionEnds, type SessionEnds } from './store-hub/session-ends.ts'
import { startStoreHub } from './store-hub/store-hub.ts'
import { followPresences } from './store-hub/task-presences.ts'

/** How long running requests may end after a stop, in ms. */
const STOP_GRACE_MS = 1_000

export interface StoreAppParts {
  readonly database: Database<StoreSchema>
  readonly tokens: TokenVerifier
  readonly signInCustomer: CustomerSignIn
  readonly makeAccount: MakeAccount
  readonly loginWithIpAddress: LoginWithIpAddress
  readonly endDeviceSessions: EndDeviceSessions
  readonly sendSms: SendSms
  readonly internalApi: InternalApiOptions
  readonly rules: RegistryRules
  readonly shop: ShopRules
  readonly scheduler: Scheduler
  readonly invoices: InvoiceRules
  readonly paymentProvider: PaymentProvider
  /** Keeps the health of pharmacies; in tests that count events, nobody. */
  readonly startHealth: typeof startHealthKeeper
  /** How often the sweeper looks, in ms. */
  readonly sweepEveryMs: number
  readonly clock: Clock
  readonly metrics: StoreMetrics
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
  readonly logger: Logger
  readonly address: ListenAddress
  /** Whose word is believed about whom they forward for. */
  readonly network: PrivateNetwork
}

export interface StoreApp {
  readonly port: number
  readonly sweeper: Sweeper
  readonly hubConnections: () => number
  /** The newest row of the outbox that was handed on. */
  readonly outboxCursor: () => number
  /** Ends everything but the database, which its opener closes. */
  stop(): Promise<void>
}

/** Listens when everything else works. Throws PortBusyError, or what the database says. */
export async function createStoreApp(parts: StoreAppParts): Promise<StoreApp> {
  const { tokens, clock, logger } = parts
  const sockets = createHubSockets()
  const pusher = createPusher({ sockets, metrics: parts.metrics, logger: logger.named('pusher') })
  const sessionEnds = createSessionEnds({ sockets, clock, logger: logger.named('session-ends') })
  const { feed, listener } = await followOutbox(parts)
  const presences = await followPresences({ ...parts, sockets, logger: logger.named('task-presences') })
  const shop = startShopWork(parts)
  const server = apiServer(parts, { sockets, pusher, sessionEnds, shop })
  const hub = startStoreHub({
    server,
    tokens,
    addressOf: upgradeAddress(parts.network),
    feed,
    sockets,
    presences,
    clock,
    logger: logger.named('store-hub'),
  })
  const sweeper = sweeperOf(parts)
  const health = parts.startHealth({ db: parts.database.db, clock, logger: logger.named('health') })
  const graces = createGraceTimer({ clock, endGraces: () => sweeper.endGraces() })
  const changes = await feed.join(heardBy(graces, health), null)
  const stop = async (): Promise<void> => {
    changes.leave()
    const running = [shop, graces, health, sweeper, hub, listener, presences, feed]
    await Promise.all(running.map(async (part) => part.stop()))
    await Promise.all([closeServer(server, STOP_GRACE_MS), shop.drawer.stop()])
    await Promise.all([pusher.idle(), sessionEnds.stop()])
  }
  try {
    const port = await listen(server, parts.address)
    sweeper.start()
    return { port, sweeper, hubConnections: hub.connections, outboxCursor: () => feed.cursor, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Each change may end a grace, and makes a pharmacy better or worse. */
function heardBy(graces: GraceTimer, health: HealthKeeper): (rows: readonly StoreEvent[]) => void {
  return (rows) => {
    graces.heard(rows)
    health.wake()
  }
}

interface ShopWork {
  /** Draws for requests, too: it stops behind the server. */
  readonly drawer: InvoiceDrawer
  readonly payments: PaymentParts & { wake(): void }
  stop(): Promise<void>
}

/** What the shop does by itself. */
function startShopWork(parts: StoreAppParts): ShopWork {
  const drawer = createInvoiceDrawer({ clock: parts.clock })
  const payments = paymentParts(parts)
  const paymentWork = startPaymentWork(payments)
  const invoicing = invoicingOf(parts, drawer)
  return {
    drawer,
    payments: { ...payments, wake: paymentWork.wake },
    stop: async () => void (await Promise.all([invoicing.stop(), paymentWork.stop()])),
  }
}

function invoicingOf(parts: StoreAppParts, drawer: InvoiceDrawer): Rounds {
  const { database, invoices: rules, clock, logger } = parts
  return startInvoicing({ db: database.db, drawer, rules, clock, logger: logger.named('shop') })
}

function paymentParts({ database, clock, logger, paymentProvider }: StoreAppParts): PaymentParts {
  return {
    db: database.db,
    provider: paymentProvider,
    clock,
    random: systemRandom(),
    logger: logger.named('payments'),
  }
}

function sweeperOf({ database, clock, logger, rules, sweepEveryMs }: StoreAppParts): Sweeper {
  const { leaseMs } = rules
  return createSweeper({
    db: database.db,
    clock,
    logger: logger.named('sweeper'),
    leaseMs,
    everyMs: sweepEveryMs,
  })
}

/** The feed, woken by the database. */
async function followOutbox({ database, clock, logger }: StoreAppParts) {
  const feed = await startEventFeed({
    outbox: relayOutbox(database.db),
    maxReplay: MAX_REPLAY,
    clock,
    logger: logger.named('event-feed'),
  })
  const wake = (): void => feed.wake()
  return { feed, listener: await database.listen(EVENTS_CHANNEL, wake, { onReconnect: wake }) }
}

function apiServer(
  parts: StoreAppParts,
  {
    shop: { drawer, payments },
    ...devices
  }: {
    readonly sockets: HubSockets
    readonly pusher: Pusher
    readonly sessionEnds: SessionEnds
    readonly shop: ShopWork
  },
): Server {
  const { database, tokens, internalApi, logger } = parts
  const handlers = storeHandlers({
    db: database.db,
    rules: parts.rules,
    shop: parts.shop,
    scheduler: parts.scheduler,
    payments,
    drawer,
    wrongCodes: createWrongCodes(parts.clock),
    metrics: parts.metrics,
    signInCustomer: parts.signInCustomer,
    makeAccount: parts.makeAccount,
    loginWithIpAddress: parts.loginWithIpAddress,
    endDeviceSessions: parts.endDeviceSessions,
    sendSms: parts.sendSms,
    ...devices,
    logger: logger.named('registry'),
  })
  const title = 'Store API'
  const common = { tokens, internalApi, translate: asProblem, logger, metrics: parts.replies }
  const files = pictureFileRoutes(database.db)
  const app = createApiApp({ title, table: storeApi, handlers, files, ...common })
  // The gateway replaces X-Forwarded-For by the one address it knows; from anybody else the field means nothing.
  app.set('trust proxy', ['loopback', ...parts.network.ranges])
  return createLimitedServer(app, API_KEEP_ALIVE_MS)
}
