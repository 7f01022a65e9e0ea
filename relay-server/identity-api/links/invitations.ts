// Invitations: an Admin makes an account without a password, and its owner chooses one by a link.
import { randomBytes } from 'node:crypto'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { hashPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { findUserDetail } from '../users/user-admin.queries.ts'
import { refuseWrongPharmacy } from '../users/user-admin.ts'
import { findUserByGuid, insertInvited, type InvitedUser, type UserRow } from '../users/users.queries.ts'
import { noteStaffAction } from '../staff-log/staff-log.queries.ts'
import { requireWay, sendPasswordLink } from './link-messages.ts'
import { openNewLink, sendNewLink } from './password-links.ts'

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'inviteUser' | 'sendUserLink'>

export function invitationHandlers(parts: IdentityParts, turns: PasswordTurns): Handlers {
  const { db, ways, background, logger } = parts
  return {
    inviteUser: async ({ body: { language, ...fields }, caller }) => {
      refuseWrongPharmacy(fields)
      requireWay(ways, fields)
      // Of a password that nobody knows: everything that checks one works as always.
      const passwordHash = await turns.take(() => hashPassword(randomBytes(32).toString('base64url')))
      const user = await makeUser(parts, caller, { ...fields, passwordHash }).catch(emailTaken)
      parts.wakeStaffLog()
      logger.info('user.invited', { user: user.guid, by: caller.subject, role: user.role })
      // Before the answer, so that it says how long the link is good; sent behind it.
      const token = await openNewLink(parts, user)
      if (token !== null)
        background.run('invitation.not-sent', () => sendPasswordLink(ways, { user, token, language }))
      const detail = await findUserDetail(parts, user.guid)
      if (detail === null) throw new ProblemError('not_found', 'There is no such user')
      return detail
    },
    sendUserLink: async ({ params, body, caller }) => {
      const user = await findUserByGuid(db, params.guid)
      if (user === null) throw new ProblemError('not_found', 'There is no such user')
      if (!user.isActive) throw new ProblemError('state_conflict', reason('user_disabled', {}))
      requireWay(ways, user)
      const isSent = await sendNewLink(parts, user, body.language).catch(notSent)
      if (!isSent)
        throw new ProblemError('rate_limited', 'This account had three links within an hour', {
          retryAfterS: 3_600,
        })
      const sent = { action: 'user.send-link', summary: 'Sent a user a link for his password' } as const
      await noteStaffAction(db, { caller, user, now: parts.now(), ...sent, before: null, after: null })
      parts.wakeStaffLog()
      return null
    },
  }
}

/** With its row for the staff log. */
async function makeUser(
  { db, now: clock }: IdentityParts,
  caller: Caller,
  user: InvitedUser,
): Promise<UserRow> {
  const now = clock()
  return db.transaction().execute(async (trx) => {
    const invited = await insertInvited(trx, { user, now })
    await noteStaffAction(trx, { caller, user: invited, now, ...invitation(invited) })
    return invited
  })
}

function invitation({ name, email, role }: UserRow) {
  const after = { name, email, role }
  return { action: 'user.invite', summary: `Invited a user as ${role}`, before: null, after } as const
}

/** Turns the refusal of a second account with the address into one in words. */
export function emailTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'Users_email_key')) throw error
  const fault = reason('email_taken', {})
  throw new ProblemError('state_conflict', fault, { errors: [{ path: 'body.email', message: fault.detail }] })
}

function notSent(error: unknown): never {
  throw new ProblemError('unavailable', 'The link could not be sent', { retryAfterS: 60, cause: error })
}
