// Another e-mail address of a user: asked for by him or an Admin, confirmed at the old and at the new one.
import { mayAskAboutOthers } from '@pharmacy-relay/shared/api/access.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { takeAttempt } from '../lock-out/attempts.queries.ts'
import { findUserByEmail, findUserByGuid } from '../users/users.queries.ts'
import { EMAIL_CHANGE_MS, confirmEmailChange, openEmailChange } from './email-changes.queries.ts'
import { emailTaken } from './invitations.ts'
import { sendEmailLink } from './link-messages.ts'
import { linkTokenHash, makeLinkToken } from './link-tokens.ts'
import { linkOver } from './password-links.ts'

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'askEmailChange' | 'confirmEmailChange'>

const OF_ACCOUNT = { limit: 3, windowMs: 3_600_000 }
const HOURS = EMAIL_CHANGE_MS / 3_600_000

export function emailChangeHandlers(parts: IdentityParts): Handlers {
  const { db, ways, background, logger } = parts
  return {
    askEmailChange: async ({ params, body: { email, language }, caller }) => {
      const maySee =
        caller.subject === params.guid || mayAskAboutOthers(caller.role, identityApi.askEmailChange)
      const user = maySee ? await findUserByGuid(db, params.guid) : null
      if (user === null) throw new ProblemError('not_found', 'There is no such user')
      if (ways.mailer === null) throw new ProblemError('not_supported', reason('no_way_to_send', {}))
      const now = parts.now()
      if (!(await takeAttempt(db, { key: `email-change:${user.guid}`, now, ...OF_ACCOUNT })))
        throw new ProblemError('rate_limited', 'Three changes an hour are enough', { retryAfterS: 3_600 })
      // Only an Admin may know that somebody has the address; anybody else hears of it at the confirmation.
      const isTaken = caller.role === 'Admin' && (await findUserByEmail(db, email)) !== null
      if (isTaken) throw new ProblemError('state_conflict', reason('email_taken', {}))
      const [old, next] = [makeLinkToken(), makeLinkToken()]
      const change = { userId: user.id, email, oldTokenHash: old.hash, newTokenHash: next.hash, now }
      await openEmailChange(db, change)
      const message = { newEmail: email, hours: HOURS, language }
      background.run('email-link.not-sent', () =>
        sendEmailLink(ways, { ...message, to: user.email, token: old.token }),
      )
      background.run('email-link.not-sent', () =>
        sendEmailLink(ways, { ...message, to: email, token: next.token }),
      )
      return null
    },
    confirmEmailChange: async ({ body }) => {
      const now = parts.now()
      const confirmed = await confirmEmailChange(db, { hash: linkTokenHash(body.token), now }).catch(
        emailTaken,
      )
      if (confirmed === null) throw linkOver()
      if (confirmed.isDone) logger.info('user.email-changed', { userId: confirmed.userId })
      return { isDone: confirmed.isDone }
    },
  }
}
