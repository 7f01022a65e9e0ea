// The store API program: wires settings, database, tokens and the app together.
import path from 'node:path'
import { followAccountTokens, type AccountTokens } from '../auth/account-tokens.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createMetrics, startOpsServer } from '../http/ops-server.ts'
import { watchPool } from '../http/pool-metrics.ts'
import { createReplyMetrics } from '../http/reply-metrics.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { clearPeers } from '../http/tls-rule.ts'
import { healthPlace, privateNetwork } from '../http/private-network.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Registry } from 'prom-client'
import type { SettingsOf } from '@pharmacy-relay/shared/env.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { RegistryRules } from './registry/operations.ts'
import { startCheckpoints, type CheckpointWriter } from './audit/checkpoint-writer.ts'
import { checkpointFile, checkpointSigner } from './audit/checkpoints.ts'
import type { LoginWithIpAddress } from './addresses/address-tickets.ts'
import type { EndDeviceSessions } from './addresses/device-sessions.ts'
import { createMakeAccount } from './customers/customer-registration.ts'
import { createCustomerSignIn } from './customers/customer-sign-in.ts'
import { MIGRATIONS_FOLDER, type StoreDb } from './database.ts'
import { startHealthKeeper } from './health/health-keeper.ts'
import { watchFigures } from './figures/watch-figures.ts'
import { createStoreMetrics, watchHub } from './metrics.ts'
import type { StoreSchema } from './schema.ts'
import { runCounter } from './scheduler/run-counter.ts'
import { startScheduler, type HostedScheduler } from './scheduler/scheduler.ts'
import { scheduledTasks } from './scheduler/tasks.ts'
import { storeSettings } from './settings.ts'
import { invoiceRulesOf } from './shop/invoices/invoice-settings.ts'
import { followUpPayments } from './shop/payments/follow-up.ts'
import type { PaymentParts } from './shop/payments/payment-parts.ts'
import { providerOptions } from './shop/payments/payment-settings.ts'
import { createHttpProvider } from './shop/payments/provider/http-provider.ts'
import type { PaymentProvider } from './shop/payments/provider/provider.ts'
import type { ShopRules } from './shop/shop-rules.ts'
import { createSmsSender, type SendSms } from './sms/sms-sender.ts'
import { createStoreApp, type StoreApp } from './store-app.ts'
import type { Rounds } from './rounds.ts'

const production = isProduction(process.env)
const specs = storeSettings(production)

type Settings = SettingsOf<typeof specs>

function shopOf(settings: Settings) {
  const { Shop__Currency: currency, Shop__HoldMinutes: holdMinutes } = settings
  const shop: ShopRules = { currency, holdMs: holdMinutes * 60_000 }
  return {
    shop,
    paymentProvider: createHttpProvider(providerOptions(settings)),
    invoices: invoiceRulesOf(settings),
  }
}

function rulesOf(settings: Settings): RegistryRules {
  return {
    deviceKeySecret: settings.Store__DeviceKeySecret,
    previousDeviceKeySecret: settings.Store__PreviousDeviceKeySecrets[0] ?? null,
    oldestProtocolVersion: settings.Store__OldestProtocol,
    leaseMs: settings.Store__LeaseSeconds * 1_000,
  }
}

async function databaseOf(settings: Settings, dataFolder: string, logger: Logger) {
  return openDatabase<StoreSchema>({
    connectionString: settings.ConnectionStrings__cs_store || null,
    dataFolder: path.join(dataFolder, 'store'),
    name: 'store',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: logger.named('database'),
  })
}

/** Whose tokens are believed: identity says so, and who ended. */
function accountsOf(settings: Settings, registry: Registry, logger: Logger): AccountTokens {
  return followAccountTokens({
    identityUrl: settings.Services__Identity,
    clientId: 'store',
    clientSecret: settings.ServiceClient__Secret__store,
    clock: systemClock,
    random: systemRandom(),
    registry,
    logger,
  })
}

/** What identity is asked: whose token it is, a customer's sign-in, tickets, and text messages. */
function identityOf(settings: Settings, accounts: AccountTokens, logger: Logger) {
  const { Services__Gateway: gatewayUrl, Services__Identity: identityUrl } = settings
  const { verifier: tokens, serviceTokens, ask } = accounts
  const loginWithIpAddress: LoginWithIpAddress = async (login) => ask('LoginWithIpAddress', login)
  const endDeviceSessions: EndDeviceSessions = async (deviceKey) => ask('EndDeviceSessionsAsync', deviceKey)
  const signInCustomer = createCustomerSignIn({ gatewayUrl, serviceTokens })
  const makeAccount = createMakeAccount({ gatewayUrl, serviceTokens })
  const sendSms = createSmsSender({ identityUrl, internalKey: settings.InternalApi__Key, logger })
  return { tokens, signInCustomer, makeAccount, loginWithIpAddress, endDeviceSessions, sendSms }
}

function checkpointsOf(
  settings: SettingsOf<typeof specs>,
  { db, logger, dataFolder }: { readonly db: StoreDb; readonly logger: Logger; readonly dataFolder: string },
): CheckpointWriter {
  return startCheckpoints({
    db,
    clock: systemClock,
    logger: logger.named('checkpoints'),
    signer: checkpointSigner(settings.Store__DeviceKeySecret, settings.Store__PreviousDeviceKeySecrets),
    file: checkpointFile(settings.Store__AuditCheckpoints, dataFolder),
  })
}

function schedulerOf(
  settings: Settings,
  parts: {
    readonly database: Database<StoreSchema>
    readonly registry: Registry
    readonly paymentProvider: PaymentProvider
    readonly sendSms: SendSms
    readonly logger: Logger
  },
): HostedScheduler {
  const { database, registry, paymentProvider: provider, sendSms, logger } = parts
  const timeZone = settings.Scheduler__TimeZone
  const { db } = database
  const payments: PaymentParts = {
    db,
    provider,
    clock: systemClock,
    random: systemRandom(),
    logger: logger.named('payments'),
  }
  return startScheduler({
    database,
    tasks: scheduledTasks({
      db,
      timeZone,
      currency: settings.Shop__Currency,
      followUpPayments: async () => followUpPayments(payments),
      sendSms,
    }),
    timeZone,
    clock: systemClock,
    logger: logger.named('scheduler'),
    countRun: runCounter(registry),
  })
}

function internalApiOf({ InternalApi__Key: key, InternalApi__PreviousKey: previous }: Settings) {
  return { key, previousKey: previous || null }
}

function metricsOf(registry: Registry) {
  return { metrics: createStoreMetrics(registry), replies: createReplyMetrics(registry) }
}

/** What is read when somebody looks, and what is read every 30 s. */
function watchAll(
  registry: Registry,
  parts: { readonly database: Database<StoreSchema>; readonly app: StoreApp; readonly logger: Logger },
): Rounds {
  const { database, app, logger } = parts
  watchPool(registry, 'store_database_connections', () => database.poolFacts())
  watchHub(registry, app.hubConnections)
  const { outboxCursor } = app
  const log = logger.named('figures')
  return watchFigures({ db: database.db, outboxCursor, registry, clock: systemClock, logger: log })
}

/** Where it listens. Throws where that would be in clear and nobody said that it is meant. */
function addressOf(settings: Settings) {
  const { Store__Host: host, Store__Port: port, Store__BehindTerminator: behindTerminator } = settings
  const privateRanges = settings.Network__Private
  const listener = { isProduction: production, host, behindTerminator, section: 'Store', privateRanges }
  return { host, port, setting: 'Store__Port', peers: clearPeers(listener) }
}

await runProgram({
  name: 'store API',
  settings: specs,
  start: async ({ settings, logger, dataFolder }) => {
    const address = addressOf(settings)
    const database = await databaseOf(settings, dataFolder, logger)
    const registry = createMetrics()
    const accounts = accountsOf(settings, registry, logger)
    const others = { ...shopOf(settings), ...identityOf(settings, accounts, logger), ...metricsOf(registry) }
    const scheduler = schedulerOf(settings, { database, registry, ...others, logger })
    const app = await createStoreApp({
      database,
      ...others,
      internalApi: internalApiOf(settings),
      rules: rulesOf(settings),
      scheduler,
      sweepEveryMs: settings.Store__SweepSeconds * 1_000,
      clock: systemClock,
      startHealth: startHealthKeeper,
      logger,
      network: privateNetwork(settings.Network__Private),
      address,
    })
    const checkpoints = checkpointsOf(settings, { db: database.db, logger, dataFolder })
    const figures = watchAll(registry, { database, app, logger })
    const ops = await startOpsServer({
      registry,
      isReady: () => database.isReachable(),
      shortcomings: () => accounts.shortcomings(),
      mainPort: address.port,
      setting: 'Store__Port',
      health: healthPlace(settings),
    })
    return {
      where: `store API on http://${address.host}:${app.port}`,
      stop: async () => {
        accounts.stop()
        await Promise.all([ops.stop(), app.stop(), scheduler.stop(), figures.stop()])
        await checkpoints.stop()
        await database.stop()
      },
    }
  },
})
