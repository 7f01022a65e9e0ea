// User administration by Admins: who there is, his role, whether he may sign in.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { UserDetail, UserRoleChange } from '@pharmacy-relay/shared/api/identity-users.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { changeUser, findUserDetail, listUsers, type UserChange } from './user-admin.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'listUsers' | 'getUser' | 'changeUserRole' | 'changeUserState'
>

export function userAdminHandlers(parts: IdentityParts): Handlers {
  const { db, now, logger } = parts
  const change = async (wanted: Omit<UserChange, 'now'>): Promise<UserDetail> => {
    await changeUser(db, { ...wanted, now: now() })
    parts.wakeStaffLog()
    logger.info('user.changed', {
      user: wanted.guid,
      by: wanted.by.subject,
      fields: Object.keys(wanted.change).join(' '),
    })
    return detailOf(wanted.guid)
  }
  const detailOf = async (guid: string): Promise<UserDetail> => {
    const user = await findUserDetail(parts, guid)
    if (user === null) throw new ProblemError('not_found', 'There is no such user')
    return user
  }
  return {
    listUsers: ({ query }) => listUsers(parts, query),
    getUser: ({ params }) => detailOf(params.guid),
    changeUserRole: ({ params, body, caller }) => {
      refuseWrongPharmacy(body)
      return change({ guid: params.guid, by: caller, change: body })
    },
    changeUserState: ({ params, body, caller }) => change({ guid: params.guid, by: caller, change: body }),
  }
}

/** Throws ProblemError `invalid` unless a Pharmacist or Customer has a pharmacy, and staff none. */
export function refuseWrongPharmacy({ role, pharmacyId }: UserRoleChange): void {
  const isOfPharmacy = role === 'Pharmacist' || role === 'Customer'
  if (isOfPharmacy === (pharmacyId !== null)) return
  const fault = isOfPharmacy ? reason('user_needs_pharmacy', {}) : reason('user_without_pharmacy', {})
  throw new ProblemError('invalid', fault, { errors: [{ path: 'body.pharmacyId', message: fault.detail }] })
}
