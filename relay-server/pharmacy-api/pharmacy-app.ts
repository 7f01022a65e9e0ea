// The pharmacy API as one part: its endpoints over an open database, and the threads of its imports.
import type { Express } from 'express'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { InternalApiOptions } from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { TokenVerifier } from '../auth/token-verifier.ts'
import type { Database } from '../db/database.ts'
import { asProblem } from '../db/database-errors.ts'
import { createApiApp } from '../http/api-app.ts'
import { crossSaleHandlers } from './cross-sale/cross-sale-endpoints.ts'
import { startNightlyMining } from './cross-sale/nightly-mining.ts'
import { drugHandlers } from './drugs/drug-endpoints.ts'
import { importHandlers } from './imports/drug-imports.ts'
import { createImportRuns } from './imports/import-runs.ts'
import { failSilentImports } from './imports/imports.queries.ts'
import type { PharmacyMetrics } from './metrics.ts'
import type { PharmacySchema } from './schema.ts'
import { profileHandlers } from './tenants/profile-endpoints.ts'
import { refuseUnfitRoles } from './tenants/roles.queries.ts'

export interface PharmacyAppParts {
  readonly database: Database<PharmacySchema>
  readonly tokens: TokenVerifier
  readonly internalApi: InternalApiOptions
  readonly clock: Clock
  readonly metrics: PharmacyMetrics
  readonly logger: Logger
}

export interface PharmacyApp {
  readonly app: Express
  /** Ends imports that are under way, and the search for pairs; the database is its opener's. */
  stop(): Promise<void>
}

export async function createPharmacyApp(parts: PharmacyAppParts): Promise<PharmacyApp> {
  const { database, tokens, internalApi, clock, metrics, logger } = parts
  const { db, url } = database
  await refuseUnfitRoles(db)
  await failSilentImports(db)
  const runs = createImportRuns({
    db,
    url,
    logger: logger.named('imports'),
    ended: (outcome) => metrics.countRun(outcome),
  })
  const mining = startNightlyMining({ url, clock, logger: logger.named('cross-sale') })
  const app = createApiApp({
    title: 'Pharmacy API',
    table: pharmacyApi,
    handlers: {
      ...profileHandlers({ db }),
      ...drugHandlers({ db, clock }),
      ...importHandlers({ db, runs }),
      ...crossSaleHandlers({ db, clock }),
    },
    tokens,
    internalApi,
    translate: asProblem,
    logger,
  })
  const stop = async (): Promise<void> => {
    await mining.stop()
    await runs.stop()
  }
  return { app, stop }
}
