// What everything about patients works with: the database, seals, the index of phones, the log, the erasure list, the clock.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { PharmacyProfile } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import type { PharmacyDb } from '../database.ts'
import type { SealingKeys } from '../sealing/key-ring.ts'
import { createPhoneIndex, type PhoneIndex } from '../sealing/phone-index.ts'
import { createRowSealer, type RowSealer } from '../sealing/row-sealer.ts'
import { readProfile } from '../tenants/profiles.queries.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { createAccessLog, type AccessLog } from './access-log.queries.ts'
import type { ErasureList } from './erasure-list.ts'

export interface PatientDesk {
  readonly db: PharmacyDb
  readonly clock: Clock
  readonly sealer: RowSealer
  readonly phones: PhoneIndex
  readonly log: AccessLog
  readonly erasures: ErasureList
}

export function createPatientDesk(parts: {
  readonly db: PharmacyDb
  readonly clock: Clock
  readonly keys: SealingKeys
  readonly erasures: ErasureList
  readonly logger: Logger
}): PatientDesk {
  const { db, clock, keys, erasures, logger } = parts
  return {
    db,
    clock,
    sealer: createRowSealer({ keys: keys.dataKeys, logger }),
    phones: createPhoneIndex({ keys: keys.indexKeys }),
    log: createAccessLog({ logger }),
    erasures,
  }
}

/** Throws ProblemError `state_conflict` until the pharmacy said where it is: phones are read by that, labels say it. */
export async function neededProfile(trx: TenantDb): Promise<PharmacyProfile> {
  const profile = await readProfile(trx)
  if (profile === null) throw new ProblemError('state_conflict', reason('profile_missing', {}))
  return profile
}
