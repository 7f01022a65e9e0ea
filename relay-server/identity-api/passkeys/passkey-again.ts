// What a passkey proves within a session: who is there, once more, and that new recovery codes may be made.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { GivenCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { replaceRecoveryCodes } from '../second-factor/factors.queries.ts'
import { newRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { ownUser } from '../second-factor/second-factor.ts'
import { renewAccess } from '../sessions/sign-in-again.ts'
import type { UserRow } from '../users/users.queries.ts'
import { assertionOptions } from './ceremonies.ts'
import { checkPasskey, passkeyRefusal } from './passkey-check.ts'
import { passkeysOf } from './passkeys.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'beginPasskeyAgain' | 'signInAgainWithPasskey' | 'makeRecoveryCodesByPasskey'
>

export function passkeyAgainHandlers(parts: IdentityParts): Handlers {
  return {
    beginPasskeyAgain: async ({ caller }) => {
      const { id: userId } = await ownUser(parts, caller)
      const passkeys = await passkeysOf(parts.db, userId)
      if (passkeys.length === 0) throw new ProblemError('not_supported', reason('passkey_none', {}))
      return { options: await assertionOptions(parts, { use: { purpose: 'again', userId }, passkeys }) }
    },
    signInAgainWithPasskey: async ({ body, caller }) =>
      renewAccess(parts, { user: await provedUser(parts, body.credential, caller), caller }),
    makeRecoveryCodesByPasskey: async ({ body, caller }) => {
      const { id: userId, guid } = await provedUser(parts, body.credential, caller)
      const { codes, proofs } = await newRecoveryCodes({ guid, key: parts.refreshKey })
      await parts.db.transaction().execute((trx) => replaceRecoveryCodes(trx, { userId, proofs }))
      parts.logger.info('recovery-codes.made', { user: guid })
      return { recoveryCodes: codes }
    },
  }
}

async function provedUser(
  parts: IdentityParts,
  credential: GivenCredential,
  caller: Caller,
): Promise<UserRow> {
  const { id: userId } = await ownUser(parts, caller)
  const user = await checkPasskey(parts, { credential, use: { purpose: 'again', userId } })
  if (user === null) throw passkeyRefusal()
  return user
}
