// Links for a new password: asked for by who forgot it, followed once.
import { Email } from '@pharmacy-relay/shared/ids.ts'
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { retryAfterS, takeAttempt } from '../lock-out/attempts.queries.ts'
import { limitedAddress } from '../lock-out/wrong-tries.ts'
import { hashPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { canReach, sendPasswordLink } from './link-messages.ts'
import { linkTokenHash, makeLinkToken } from './link-tokens.ts'
import { openLink, userOfLink } from './password-links.queries.ts'
import { usePasswordLink } from './used-links.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'askPasswordLink' | 'checkPasswordLink' | 'usePasswordLink'
>

const HOUR_MS = 3_600_000
const OF_ADDRESS = { limit: 10, windowMs: HOUR_MS }
const OF_ACCOUNT = { limit: 3, windowMs: HOUR_MS }

export function passwordLinkHandlers(parts: IdentityParts, turns: PasswordTurns): Handlers {
  const { db, ways, background } = parts
  return {
    askPasswordLink: async ({ body: { email, language }, clientAddress }) => {
      if (ways.mailer === null && ways.sms === null)
        throw new ProblemError('not_supported', reason('no_way_to_send', {}))
      const attempt = {
        key: `links-address:${limitedAddress(clientAddress)}`,
        now: parts.now(),
        ...OF_ADDRESS,
      }
      if (!(await takeAttempt(db, attempt)))
        throw new ProblemError('rate_limited', 'Too many links were asked for', {
          retryAfterS: await retryAfterS(db, attempt),
        })
      // Whether somebody has this address is looked up after the answer, which is thus the same and takes the same time.
      background.run('link.not-sent', async () => {
        const user = Email.safeParse(email).success ? await findUserByEmail(db, email) : null
        if (user?.isActive === true && canReach(ways, user)) await sendNewLink(parts, user, language)
      })
      return null
    },
    checkPasswordLink: async ({ body }) => {
      const user = await userOfLink(db, { hash: linkTokenHash(body.token), now: parts.now() })
      return { isGood: user !== null }
    },
    usePasswordLink: async ({ body: { token, newPassword } }) => {
      const hash = linkTokenHash(token)
      const user = await userOfLink(db, { hash, now: parts.now() })
      if (user === null) throw linkOver()
      // Before the link is consumed: a password that is refused costs no link.
      const passwordHash = await turns.take(async () => {
        await parts.passwordRules.accept(newPassword, user, 'body.newPassword')
        return hashPassword(newPassword)
      })
      const password = { user, passwordHash, now: parts.now(), keptSession: null }
      if (!(await usePasswordLink(db, { hash, password }))) throw linkOver()
      parts.logger.info('password.changed', { user: user.guid, by: 'link' })
      return null
    },
  }
}

/** Makes and sends a link, unless the account had three within the hour: false then. Throws when it was not sent. */
export async function sendNewLink(
  parts: Pick<IdentityParts, 'db' | 'now' | 'ways'>,
  user: UserRow,
  language: Language,
): Promise<boolean> {
  const token = await openNewLink(parts, user)
  if (token === null) return false
  await sendPasswordLink(parts.ways, { user, token, language })
  return true
}

/** The token of a new link, which nobody has yet; null when the account had three within the hour. */
export async function openNewLink(
  { db, now }: Pick<IdentityParts, 'db' | 'now'>,
  user: UserRow,
): Promise<string | null> {
  const at = now()
  if (!(await takeAttempt(db, { key: `links-account:${user.guid}`, now: at, ...OF_ACCOUNT }))) return null
  const { token, hash } = makeLinkToken()
  await openLink(db, { userId: user.id, hash, now: at })
  return token
}

export function linkOver(): ProblemError {
  return new ProblemError('state_conflict', reason('link_over', {}))
}
