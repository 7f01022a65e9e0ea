// Proves once more who is there, within the session: steps that matter ask for a recent sign-in.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { wrongPasswordAt, type PasswordCheck } from '../lock-out/password-check.ts'
import { codeRefusal, takeCode } from '../second-factor/code-check.ts'
import { factorWays } from '../second-factor/factor-ways.ts'
import { findUserByGuid, type UserRow } from '../users/users.queries.ts'
import { makeAccessToken, tokenSubject, type AccessToken } from './access-tokens.ts'
import { noteSignIn } from './user-sessions.queries.ts'

export function signInAgainHandlers(
  parts: IdentityParts,
  check: PasswordCheck,
): Pick<EndpointHandlers<typeof identityApi>, 'signInAgain'> {
  return {
    signInAgain: async ({ body, caller, clientAddress }) => {
      const { email } = (await findUserByGuid(parts.db, caller.subject)) ?? { email: '' }
      const given = {
        email,
        password: body.password,
        clientAddress,
        knownDevice: null,
        roles: null,
        sessionId: caller.sessionId,
      }
      const { user } = await check(given).catch(wrongPasswordAt('body.password'))
      const { factor, isAsked } = await factorWays(parts, user.id)
      if (isAsked) {
        const { code } = body
        const missing = factor === null ? reason('passkey_needed', {}) : reason('code_needed', {})
        if (code === undefined) throw codeRefusal(missing)
        await takeCode(parts, { user, factor, code, known: caller.sessionId, clientAddress })
      }
      return renewAccess(parts, { user, caller })
    },
  }
}

/** Notes that the user proved himself; an access token that says so. Throws ProblemError `token_invalid`: his session ended. */
export async function renewAccess(
  parts: IdentityParts,
  { user, caller }: { readonly user: UserRow; readonly caller: Caller },
): Promise<AccessToken> {
  const now = parts.now()
  const family = await noteSignIn(parts.db, { sessionId: caller.sessionId ?? '', user, now })
  if (family === null) throw new ProblemError('token_invalid', 'The session has ended. Sign in again.')
  return makeAccessToken(parts.keys, tokenSubject(user, family), now)
}
