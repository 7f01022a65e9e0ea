// Users as the API shows them, and the account check.
import { identityApi, type IdentityUser } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { mayAskAboutOthers } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { findUserByGuid, type UserRow } from './users.queries.ts'

/** What callers may know of a user. */
export function identityUser({ guid, email, name, role, pharmacyId, isActive }: UserRow): IdentityUser {
  return { guid, email, name, role, pharmacyId, isActive }
}

export function userHandlers(
  parts: IdentityParts,
): Pick<EndpointHandlers<typeof identityApi>, 'accountCheck'> {
  return {
    accountCheck: async ({ params, caller }) => {
      const isOwn = caller.subject === params.guid
      const maySee = isOwn || mayAskAboutOthers(caller.role, identityApi.accountCheck)
      const user = maySee ? await findUserByGuid(parts.db, params.guid) : null
      if (user === null) throw new ProblemError('not_found', 'There is no such user')
      return identityUser(user)
    },
  }
}
