// The endpoints of the identity API about one account: its password and its sessions.
import { z } from 'zod'
import { Instant, Uuid } from '../ids.ts'
import { GivenPassword } from './passwords.ts'
import { PEOPLE_ROLES } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { GivenCode } from './identity-factors.ts'
import { RenewedAccess, SessionKind } from './identity-user.ts'

export const userParams = z.strictObject({ guid: Uuid })

/** One sign-in session that has not ended. */
export const UserSession = z
  .strictObject({
    id: Uuid,
    kind: SessionKind,
    agent: z.string().max(200).nullable(),
    /** Where it was used last; null where nobody said so. */
    address: z.string().max(64).nullable(),
    createdAt: Instant,
    lastUsedAt: Instant,
    /** The one that asks. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'UserSession' })
export type UserSession = z.infer<typeof UserSession>

/** As many as a person may have. */
const MAX_SESSIONS = 100

export const accountApi = {
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/v1/ChangePassword',
    summary: 'Change the own password: asks the old one, ends all other sessions and open change links',
    access: PEOPLE_ROLES,
    body: z.strictObject({ oldPassword: GivenPassword, newPassword: GivenPassword }),
    reply: { status: 204, schema: null },
    refusals: ['rate_limited', 'state_conflict'],
  }),
  signInAgain: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/again',
    summary: 'Prove once more who is there, before steps that ask for a recent sign-in; the session goes on',
    access: PEOPLE_ROLES,
    body: z.strictObject({ password: GivenPassword, code: GivenCode.optional() }),
    reply: { status: 200, schema: RenewedAccess },
    refusals: ['rate_limited', 'state_conflict'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/v1/Users/{guid}/Sessions',
    summary: 'The sign-in sessions of a user that have not ended, last used first',
    access: PEOPLE_ROLES,
    others: ['Admin'],
    params: userParams,
    reply: { status: 200, schema: z.strictObject({ sessions: z.array(UserSession).max(MAX_SESSIONS) }) },
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/v1/Users/{guid}/Sessions/{sessionId}',
    summary: 'End one session; one that has ended already is no error',
    access: PEOPLE_ROLES,
    others: ['Admin'],
    recentSignIn: true,
    params: userParams.extend({ sessionId: Uuid }),
    reply: { status: 204, schema: null },
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/v1/Users/{guid}/Sessions',
    summary: 'End all sessions of a user but the one that asks',
    access: PEOPLE_ROLES,
    others: ['Admin'],
    recentSignIn: true,
    params: userParams,
    reply: { status: 200, schema: z.strictObject({ ended: z.int().min(0) }) },
  }),
} as const satisfies EndpointTable
