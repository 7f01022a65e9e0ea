// The pharmacy API program: reads settings, takes its ports, opens what is behind them, serves.
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { createTokenVerifier } from '../auth/token-verifier.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { startApiServer } from '../http/api-server.ts'
import { createMetrics, startOpsServer } from '../http/ops-server.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { clearPeers } from '../http/tls-rule.ts'
import { MIGRATIONS_FOLDER } from './database.ts'
import { createPharmacyMetrics, watchDatabase } from './metrics.ts'
import { createPharmacyApp } from './pharmacy-app.ts'
import type { PharmacySchema } from './schema.ts'
import { pharmacySettings } from './settings.ts'

const production = isProduction(process.env)

await runProgram({
  name: 'pharmacy API',
  settings: pharmacySettings(production),
  start: async ({ settings, logger, dataFolder }) => {
    const {
      Pharmacy__Host: host,
      Pharmacy__Port: mainPort,
      Pharmacy__BehindTerminator: behindTerminator,
    } = settings
    const privateRanges = settings.Network__Private
    const listener = { isProduction: production, host, behindTerminator, section: 'Pharmacy', privateRanges }
    const peers = clearPeers(listener)
    // Ports first: a busy one is told before the database is begun.
    const server = await startApiServer({ host, port: mainPort, setting: 'Pharmacy__Port', peers })
    let opened: Database<PharmacySchema> | null = null
    const registry = createMetrics()
    const isReady = async (): Promise<boolean> => opened !== null && (await opened.isReachable())
    const ops = await startOpsServer({ registry, isReady, mainPort, setting: 'Pharmacy__Port' })
    const database = await openDatabase<PharmacySchema>({
      connectionString: settings.ConnectionStrings__cs_medicine || null,
      dataFolder: path.join(dataFolder, 'pharmacy'),
      name: 'pharmacy',
      migrationsFolder: MIGRATIONS_FOLDER,
      logger: logger.named('database'),
    })
    const pharmacy = await createPharmacyApp({
      database,
      tokens: createTokenVerifier({ jwksUrl: `${settings.Services__Identity}/.well-known/jwks.json` }),
      internalApi: { key: settings.InternalApi__Key, previousKey: settings.InternalApi__PreviousKey || null },
      clock: systemClock,
      metrics: createPharmacyMetrics(registry),
      logger,
    })
    watchDatabase(registry, () => database.poolFacts())
    opened = database
    server.serve(pharmacy.app)
    return {
      where: `pharmacy API on http://${host}:${server.port}`,
      stop: async () => {
        await server.stop()
        await pharmacy.stop()
        await database.stop()
        await ops.stop()
      },
    }
  },
})
