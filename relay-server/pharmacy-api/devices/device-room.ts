// How many devices a pharmacy may have.
import { MAX_DEVICES } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { countDevices } from './devices.queries.ts'

/** Throws ProblemError `state_conflict`. */
export async function requireRoom(trx: TenantDb): Promise<void> {
  if ((await countDevices(trx)) < MAX_DEVICES) return
  throw new ProblemError('state_conflict', `A pharmacy has at most ${MAX_DEVICES} devices: remove one first`)
}
