// Who buys: a person and his pharmacy, or somebody with a basket alone.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { Visitor } from '../../auth/visitor.ts'

/** Whose basket it is. */
export type BasketOwner =
  | { readonly accountGuid: string; readonly customerId: number | null }
  | { readonly tokenHash: Buffer; readonly customerId: null }

export interface Buyer {
  readonly accountGuid: string
  readonly customerId: number
}

export function basketOwner(visitor: Visitor): BasketOwner {
  if (visitor.kind === 'stranger') return { tokenHash: visitor.tokenHash, customerId: null }
  return accountOwner(visitor.account)
}

export function accountOwner({
  subject,
  pharmacyId,
}: Caller): BasketOwner & { readonly accountGuid: string } {
  return { accountGuid: subject, customerId: pharmacyId }
}

/** Throws ProblemError `role_not_allowed` for an account without a pharmacy. */
export function buyerOf({ subject, pharmacyId }: Caller): Buyer {
  if (pharmacyId === null) throw new ProblemError('role_not_allowed', 'This is for people of a pharmacy only')
  return { accountGuid: subject, customerId: pharmacyId }
}
