// Changes the own password: the old one is asked, and every other session of the person ends with it.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { wrongPasswordAt, type PasswordCheck } from '../lock-out/password-check.ts'
import { findUserByGuid } from '../users/users.queries.ts'
import { passwordRefusal } from './password-rules.ts'
import { replacePassword } from './passwords.queries.ts'
import { hashPassword, type PasswordTurns } from './passwords.ts'

export function passwordHandlers(
  parts: IdentityParts,
  { check, turns }: { readonly check: PasswordCheck; readonly turns: PasswordTurns },
): Pick<EndpointHandlers<typeof identityApi>, 'changePassword'> {
  return {
    changePassword: async ({ body: { oldPassword, newPassword }, caller, clientAddress }) => {
      const { email } = (await findUserByGuid(parts.db, caller.subject)) ?? { email: '' }
      const given = {
        email,
        password: oldPassword,
        clientAddress,
        knownDevice: null,
        roles: null,
        sessionId: caller.sessionId,
      }
      const { user } = await check(given).catch(wrongPasswordAt('body.oldPassword'))
      if (newPassword.normalize('NFC') === oldPassword.normalize('NFC'))
        throw passwordRefusal(reason('password_unchanged', {}), 'body.newPassword')
      // In a turn, too: guessing how hard a password is to guess takes a core for some milliseconds.
      const passwordHash = await turns.take(async () => {
        await parts.passwordRules.accept(newPassword, user, 'body.newPassword')
        return hashPassword(newPassword)
      })
      const now = parts.now()
      const password = { user, passwordHash, now, keptSession: caller.sessionId }
      const ended = await parts.db.transaction().execute((trx) => replacePassword(trx, password))
      if (ended === null) throw new ProblemError('state_conflict', 'The account was changed in the meantime')
      parts.logger.info('password.changed', { user: user.guid, endedSessions: ended })
      return null
    },
  }
}
