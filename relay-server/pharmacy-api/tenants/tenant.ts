// Whose request it is: the pharmacy and the person of a Pharmacist's token, as handlers of patients need them.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'

export interface Tenant {
  readonly pharmacyId: number
  readonly userGuid: string
  /** Of the computer that the token was made for; null where the token names none. */
  readonly deviceKey: string | null
  readonly traceId: string
}

/** Throws ProblemError `role_not_allowed` for a token without a pharmacy. */
export function tenantOf({ caller, traceId }: { readonly caller: Caller; readonly traceId: string }): Tenant {
  const { pharmacyId, subject: userGuid } = caller
  if (pharmacyId === null) throw new ProblemError('role_not_allowed', 'This is for people of a pharmacy only')
  const deviceKey = 'deviceKey' in caller && typeof caller.deviceKey === 'string' ? caller.deviceKey : null
  return { pharmacyId, userGuid, deviceKey, traceId }
}
