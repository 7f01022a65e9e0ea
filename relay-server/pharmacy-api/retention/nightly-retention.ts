// Deletes each night what was kept for as long as the country of its pharmacy asks.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../db/database-errors.ts'
import type { PharmacyDb } from '../database.ts'
import { startNightly, type Nightly } from '../nightly.ts'
import type { RetentionYears } from './retention-years.ts'
import {
  countryOf,
  deleteOldPatients,
  deleteOldPrescriptions,
  pharmaciesWithPatients,
  type Old,
} from './retention.queries.ts'

export interface RetentionParts {
  readonly db: PharmacyDb
  readonly years: RetentionYears
  readonly clock: Clock
  readonly logger: Logger
}

/** Where nothing ever goes, it does nothing. */
export function startNightlyRetention(parts: RetentionParts): Nightly {
  const work = async (isStopped: () => boolean): Promise<void> => {
    try {
      const { kept, ...counts } = await deleteOld(parts, isStopped)
      parts.logger.info('retention.done', counts)
      if (kept.length > 0) parts.logger.warn('retention.country-not-named', { countries: kept.join(' ') })
    } catch (error) {
      parts.logger.error('retention.failed', new Error(causeOf(withoutValues(error))))
    }
  }
  return startNightly({ clock: parts.clock, hour: 3, work: parts.years.size === 0 ? nothing : work })
}

const nothing = (): Promise<void> => Promise.resolve()

/** `kept`: countries of pharmacies for which no years are named. */
async function deleteOld({ db, years, clock }: RetentionParts, isStopped: () => boolean) {
  const sum = { prescriptions: 0, patients: 0 }
  const kept = new Set<string>()
  for (const pharmacyId of await pharmaciesWithPatients(db)) {
    const country = await countryOf(db, pharmacyId)
    const count = country === null ? undefined : years.get(country)
    if (country !== null && count === undefined) kept.add(country)
    if (count === undefined) continue
    const old = { pharmacyId, before: yearsBefore(clock.wallMs(), count) }
    sum.prescriptions += await untilNone(deleteOldPrescriptions, { db, old, isStopped })
    sum.patients += await untilNone(deleteOldPatients, { db, old, isStopped })
  }
  return { ...sum, kept: [...kept].sort() }
}

interface Deleting {
  readonly db: PharmacyDb
  readonly old: Old
  readonly isStopped: () => boolean
}

async function untilNone(
  remove: (db: PharmacyDb, old: Old) => Promise<number>,
  { db, old, isStopped }: Deleting,
): Promise<number> {
  let sum = 0
  for (let count = 1; count > 0 && !isStopped(); sum += count) count = await remove(db, old)
  return sum
}

/** The same day of that year, in UTC; of 29 February the day after. */
function yearsBefore(wallMs: number, years: number): Date {
  const at = new Date(wallMs)
  at.setUTCFullYear(at.getUTCFullYear() - years)
  return at
}
