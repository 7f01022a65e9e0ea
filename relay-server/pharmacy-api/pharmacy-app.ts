// The pharmacy API as one part: its endpoints over an open database, and what runs beside them.
import type { Express } from 'express'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { InternalApiOptions } from '@pharmacy-relay/shared/internal-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { AccountEnds } from '../auth/account-tokens.ts'
import type { TokenVerifier } from '../auth/token-verifier.ts'
import type { Database } from '../db/database.ts'
import { asProblem } from '../db/database-errors.ts'
import { createApiApp } from '../http/api-app.ts'
import { crossSaleHandlers } from './cross-sale/cross-sale-endpoints.ts'
import { startNightlyMining } from './cross-sale/nightly-mining.ts'
import { deviceHandlers } from './devices/device-endpoints.ts'
import { openScanDesk } from './devices/open-scan-desk.ts'
import { scannerVerifier } from './devices/pairing.ts'
import type { ReplyMetrics } from '../http/reply-metrics.ts'
import type { PrivateNetwork } from '../http/private-network.ts'
import { fhirHandlers } from './fhir/fhir-endpoints.ts'
import { drugHandlers } from './drugs/drug-endpoints.ts'
import { importHandlers } from './imports/drug-imports.ts'
import { createImportRuns } from './imports/import-runs.ts'
import { failSilentImports } from './imports/imports.queries.ts'
import type { PharmacyMetrics } from './metrics.ts'
import { createOptOutLinks } from './patient-sms/opt-out-links.ts'
import { startPatientSms } from './patient-sms/patient-sms.ts'
import { eraseAgain } from './patients/erase-again.ts'
import type { ErasureList } from './patients/erasure-list.ts'
import { createPatientDesk } from './patients/patient-desk.ts'
import { patientHandlers } from './patients/patient-endpoints.ts'
import { prescriptionHandlers } from './prescriptions/prescription-endpoints.ts'
import { startNightlyRetention } from './retention/nightly-retention.ts'
import type { RetentionYears } from './retention/retention-years.ts'
import type { PharmacySchema } from './schema.ts'
import { refuseSharedKeys, type SealingKeys } from './sealing/key-ring.ts'
import { refuseMissingKeys, startRotation } from './sealing/rotation.ts'
import { createSmsHashes } from './sms/sms-hashes.ts'
import { createSms, type SmsGiven } from './sms/sms.ts'
import { profileHandlers } from './tenants/profile-endpoints.ts'
import { refuseUnfitRoles } from './tenants/roles.queries.ts'

export interface PharmacyAppParts {
  readonly database: Database<PharmacySchema>
  readonly tokens: TokenVerifier
  /** Of whom a request that waits may be, and is over. */
  readonly ends: AccountEnds
  readonly internalApi: InternalApiOptions
  readonly keys: SealingKeys
  readonly erasures: ErasureList
  readonly retentionYears: RetentionYears
  readonly clock: Clock
  readonly metrics: PharmacyMetrics
  /** Left out in tests that count nothing. */
  readonly replies?: ReplyMetrics | undefined
  readonly sms: SmsGiven
  /** Whose X-Forwarded-For is believed. */
  readonly network: PrivateNetwork
  readonly logger: Logger
}

export interface PharmacyApp {
  readonly app: Express
  /** Resolves when nothing is done any more behind an answer. */
  idle(): Promise<void>
  /** Ends what is under way: imports, the search for pairs, the rotation of keys, messages. The database is its opener's. */
  stop(): Promise<void>
}

/** Everything that must be so before the first request: the wall stands, every key is there, nobody came back. */
async function prepare({ database: { db }, keys, erasures, logger }: PharmacyAppParts): Promise<void> {
  refuseSharedKeys(keys)
  await refuseUnfitRoles(db)
  await refuseMissingKeys(db, keys)
  await eraseAgain({ db, erasures, logger })
  await failSilentImports(db)
}

/** What runs beside requests, and what they ask. */
async function openParts({
  database,
  keys,
  erasures,
  ends,
  clock,
  metrics,
  logger,
  ...parts
}: PharmacyAppParts) {
  const { db, url } = database
  const desk = createPatientDesk({ db, clock, keys, erasures, logger: logger.named('patients') })
  const scans = await openScanDesk({ database, clock, ends })
  const hashes = createSmsHashes(parts.sms.key)
  const ended = (outcome: 'done' | 'failed'): void => metrics.countRun(outcome)
  return {
    desk,
    scans,
    runs: createImportRuns({ db, url, logger: logger.named('imports'), ended }),
    mining: startNightlyMining({ url, clock, logger: logger.named('cross-sale') }),
    retention: startNightlyRetention({
      db,
      years: parts.retentionYears,
      clock,
      logger: logger.named('retention'),
    }),
    rotation: startRotation({ ...desk, keys, logger: logger.named('sealing') }),
    sms: createSms(parts.sms, { db, clock, logger: logger.named('sms') }),
    patientSms: startPatientSms({
      ...parts.sms,
      desk,
      perDay: parts.sms.patientSmsPerDay,
      hashes,
      links: createOptOutLinks({ publicUrl: parts.sms.publicUrl, hashes }),
      logger: logger.named('patient-sms'),
    }),
  }
}

export async function createPharmacyApp(parts: PharmacyAppParts): Promise<PharmacyApp> {
  const { database, tokens, internalApi, ends, clock, logger } = parts
  const { db } = database
  await prepare(parts)
  const { desk, scans, runs, mining, retention, rotation, sms, patientSms } = await openParts(parts)
  const app = createApiApp({
    title: 'Pharmacy API',
    table: pharmacyApi,
    handlers: {
      ...profileHandlers({ db }),
      ...patientHandlers(desk),
      ...prescriptionHandlers(desk),
      ...fhirHandlers(desk),
      ...drugHandlers({ db, clock }),
      ...importHandlers({ db, runs }),
      ...crossSaleHandlers({ db, clock }),
      ...sms.handlers,
      ...patientSms.handlers,
      ...deviceHandlers({ ...scans, db, clock, ends }),
    },
    tokens,
    internalApi,
    scanners: scannerVerifier(db),
    metrics: parts.replies,
    translate: asProblem,
    logger,
  })
  // The gateway replaces X-Forwarded-For by the one address it knows; from anybody else the field means nothing.
  app.set('trust proxy', ['loopback', ...parts.network.ranges])
  const beside = [scans, mining, retention, runs, rotation, sms, patientSms]
  return {
    app,
    idle: async () => void (await Promise.all([sms.idle(), patientSms.idle()])),
    stop: async () => void (await Promise.all(beside.map(async (one) => one.stop()))),
  }
}
