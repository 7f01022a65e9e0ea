// The pharmacy API program: reads settings, takes its ports, opens what is behind them, serves.
import path from 'node:path'
import type { Registry } from 'prom-client'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { SettingsOf } from '@pharmacy-relay/shared/env.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { followAccountTokens, type AccountTokens } from '../auth/account-tokens.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { startApiServer } from '../http/api-server.ts'
import { createMetrics, startOpsServer } from '../http/ops-server.ts'
import { watchPool } from '../http/pool-metrics.ts'
import { createReplyMetrics } from '../http/reply-metrics.ts'
import { privateNetwork } from '../http/private-network.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { healthPlace } from '../http/private-network.ts'
import { clearPeers } from '../http/tls-rule.ts'
import { MIGRATIONS_FOLDER } from './database.ts'
import { createPharmacyMetrics } from './metrics.ts'
import { createErasureList } from './patients/erasure-list.ts'
import { createPharmacyApp } from './pharmacy-app.ts'
import type { PharmacySchema } from './schema.ts'
import { pharmacySettings } from './settings.ts'
import { createHandOver } from './sms/hand-over.ts'
import { createFindByPhone } from './sms/known-phones.ts'
import { createSmsMetrics } from './sms/sms-metrics.ts'
import type { SmsGiven } from './sms/sms.ts'

const production = isProduction(process.env)
const specs = pharmacySettings(production)
type Settings = SettingsOf<typeof specs>

function listenerOf(settings: Settings) {
  const { Pharmacy__Host: host, Pharmacy__BehindTerminator: behindTerminator } = settings
  const privateRanges = settings.Network__Private
  return { isProduction: production, host, behindTerminator, section: 'Pharmacy', privateRanges }
}

/** Whose tokens are believed: identity says so, and who ended. */
function accountsOf(settings: Settings, registry: Registry, logger: Logger): AccountTokens {
  return followAccountTokens({
    identityUrl: settings.Services__Identity,
    clientId: 'pharmacy',
    clientSecret: settings.ServiceClient__Secret__pharmacy,
    clock: systemClock,
    random: systemRandom(),
    registry,
    logger,
  })
}

function opsOf(settings: Settings, accounts: AccountTokens) {
  return {
    shortcomings: () => accounts.shortcomings(),
    mainPort: settings.Pharmacy__Port,
    setting: 'Pharmacy__Port',
    health: healthPlace(settings),
  }
}

/** Who has a phone says the store API, through the gateway; messages go by the identity API itself. */
function smsOf(
  settings: Settings,
  { accounts, registry, logger }: { accounts: AccountTokens; registry: Registry; logger: Logger },
): SmsGiven {
  const { Services__Gateway: gatewayUrl, Services__Identity: identityUrl } = settings
  const internalKey = settings.InternalApi__Key
  return {
    key: settings.Pharmacy__SmsKey,
    codesPerHour: settings.Pharmacy__SmsCodesPerHour,
    patientSmsPerDay: settings.Pharmacy__PatientSmsPerDay,
    publicUrl: settings.Portal__PublicUrl,
    findByPhone: createFindByPhone({ gatewayUrl, serviceTokens: accounts.serviceTokens }),
    handOver: createHandOver({ identityUrl, internalKey, clock: systemClock, logger: logger.named('sms') }),
    metrics: createSmsMetrics(registry),
  }
}

async function databaseOf(settings: Settings, dataFolder: string, logger: Logger) {
  return openDatabase<PharmacySchema>({
    connectionString: settings.ConnectionStrings__cs_medicine || null,
    dataFolder: path.join(dataFolder, 'pharmacy'),
    name: 'pharmacy',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: logger.named('database'),
  })
}

function erasuresOf({ Pharmacy__ErasureFolder: given }: Settings, dataFolder: string) {
  const folder = given === '' ? path.join(dataFolder, 'pharmacy-erasures') : given
  return createErasureList({ folder, now: () => new Date() })
}

await runProgram({
  name: 'pharmacy API',
  settings: specs,
  start: async ({ settings, logger, dataFolder }) => {
    const { Pharmacy__Host: host, Pharmacy__Port: mainPort } = settings
    const peers = clearPeers(listenerOf(settings))
    // Ports first: a busy one is told before the database is begun.
    const server = await startApiServer({ host, port: mainPort, setting: 'Pharmacy__Port', peers })
    let opened: Database<PharmacySchema> | null = null
    const registry = createMetrics()
    const isReady = async (): Promise<boolean> => opened !== null && (await opened.isReachable())
    const accounts = accountsOf(settings, registry, logger)
    const ops = await startOpsServer({ ...opsOf(settings, accounts), registry, isReady })
    const database = await databaseOf(settings, dataFolder, logger)
    const pharmacy = await createPharmacyApp({
      database,
      tokens: accounts.verifier,
      ends: accounts.ends,
      internalApi: { key: settings.InternalApi__Key, previousKey: settings.InternalApi__PreviousKey || null },
      keys: { dataKeys: settings.Pharmacy__DataKeys, indexKeys: settings.Pharmacy__IndexKeys },
      erasures: erasuresOf(settings, dataFolder),
      retentionYears: settings.Pharmacy__RetentionYears,
      clock: systemClock,
      metrics: createPharmacyMetrics(registry),
      replies: createReplyMetrics(registry),
      sms: smsOf(settings, { accounts, registry, logger }),
      network: privateNetwork(settings.Network__Private),
      logger,
    })
    watchPool(registry, 'pharmacy_database_connections', () => database.poolFacts())
    opened = database
    server.serve(pharmacy.app)
    const stop = async (): Promise<void> => {
      await server.stop()
      accounts.stop()
      await pharmacy.stop()
      await database.stop()
      await ops.stop()
    }
    return { where: `pharmacy API on http://${host}:${server.port}`, stop }
  },
})
