// The workplace of the computer that a token was made for.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { PharmacyDb } from '../database.ts'
import { inTenant } from '../tenants/tenant-transaction.queries.ts'
import { tenantOf } from '../tenants/tenant.ts'
import { workplaceOf } from './devices.queries.ts'

export interface Workplace {
  readonly id: number
  readonly name: string
  readonly pharmacyId: number
  readonly userGuid: string
}

interface Asked {
  readonly caller: Caller
  readonly traceId: string
}

/** Throws ProblemError `role_not_allowed` for a token of no computer. */
export function computerOf(request: Asked) {
  const { deviceKey, ...tenant } = tenantOf(request)
  if (deviceKey === null)
    throw new ProblemError('role_not_allowed', 'This is for who is signed in at a computer of his pharmacy')
  return { ...tenant, deviceKey }
}

/** Throws ProblemError `state_conflict` while the computer has not said that it takes part, and as above. */
export async function ownWorkplace(db: PharmacyDb, request: Asked): Promise<Workplace> {
  const { pharmacyId, userGuid, deviceKey } = computerOf(request)
  const workplace = await inTenant(db, pharmacyId, (trx) => workplaceOf(trx, deviceKey))
  if (workplace === null)
    throw new ProblemError(
      'state_conflict',
      'This computer has not said yet that it takes part: PUT devices/self',
    )
  return { ...workplace, pharmacyId, userGuid }
}
