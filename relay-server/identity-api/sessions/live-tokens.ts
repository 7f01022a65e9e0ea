// Access tokens as this API believes them: signed by us, and of a session, an account and a role that still are so.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { isSessionLive } from './user-sessions.queries.ts'

/** A token says what was so up to 10 minutes ago; here the database knows better. Services have no session. */
export function liveTokens(
  verifier: TokenVerifier,
  { db, now }: Pick<IdentityParts, 'db' | 'now'>,
): TokenVerifier {
  return {
    verify: async (token) => {
      const caller = await verifier.verify(token)
      const { role, sessionId } = caller
      if (role === 'Service') return caller
      const guid = Uuid.safeParse(caller.subject).data
      const isLive =
        sessionId !== null &&
        guid !== undefined &&
        (await isSessionLive(db, { sessionId, guid, role, now: now() }))
      if (!isLive) throw new ProblemError('token_invalid', 'The session has ended. Sign in again.')
      return caller
    },
  }
}
