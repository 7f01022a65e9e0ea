// Invitations: an Admin makes an account without a password, and its owner chooses one by a link.
import { randomBytes } from 'node:crypto'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { hashPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { findUserDetail } from '../users/user-admin.queries.ts'
import { refuseWrongPharmacy } from '../users/user-admin.ts'
import { findUserByGuid, insertInvited } from '../users/users.queries.ts'
import { requireWay } from './link-messages.ts'
import { sendNewLink } from './password-links.ts'

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'inviteUser' | 'sendUserLink'>

export function invitationHandlers(parts: IdentityParts, turns: PasswordTurns): Handlers {
  const { db, ways, background, logger } = parts
  return {
    inviteUser: async ({ body: { language, ...fields }, caller }) => {
      refuseWrongPharmacy(fields)
      requireWay(ways, fields)
      // Of a password that nobody knows: everything that checks one works as always.
      const passwordHash = await turns.take(() => hashPassword(randomBytes(32).toString('base64url')))
      const user = await insertInvited(db, { user: { ...fields, passwordHash }, now: parts.now() }).catch(
        emailTaken,
      )
      logger.info('user.invited', { user: user.guid, by: caller.subject, role: user.role })
      background.run('invitation.not-sent', async () => {
        await sendNewLink(parts, user, language)
      })
      const detail = await findUserDetail(db, user.guid)
      if (detail === null) throw new ProblemError('not_found', 'There is no such user')
      return detail
    },
    sendUserLink: async ({ params, body }) => {
      const user = await findUserByGuid(db, params.guid)
      if (user === null) throw new ProblemError('not_found', 'There is no such user')
      if (!user.isActive) throw new ProblemError('state_conflict', reason('user_disabled', {}))
      requireWay(ways, user)
      const isSent = await sendNewLink(parts, user, body.language).catch(notSent)
      if (!isSent)
        throw new ProblemError('rate_limited', 'This account had three links within an hour', {
          retryAfterS: 3_600,
        })
      return null
    },
  }
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
