// Whose passkey it is, for every path that takes one: known, signed for this use, of somebody who is active.
import type { GivenCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { findUserById, type UserRow } from '../users/users.queries.ts'
import { verifyAssertion, type Assertion } from './ceremonies.ts'
import type { ChallengeUse } from './challenges.queries.ts'
import { findPasskey, notePasskeyUse, type PasskeyRow } from './passkeys.queries.ts'

/** The user who proved himself; null for every reason why he did not, which are not told apart. */
export async function checkPasskey(
  parts: IdentityParts,
  { credential, use }: { readonly credential: GivenCredential; readonly use: ChallengeUse },
): Promise<UserRow | null> {
  const passkey = await findPasskey(parts.db, credential.id)
  const isOfUser = passkey !== null && (use.userId === null || use.userId === passkey.userId)
  const assertion = await verifyAssertion(parts, { passkey: isOfUser ? passkey : null, credential, use })
  if (passkey === null || assertion === null) return null
  const user = await findUserById(parts.db, passkey.userId)
  const { userHandle } = credential.response
  const isOwner = user?.isActive === true && [null, undefined, handleOf(user)].includes(userHandle)
  if (!isOwner) return null
  warnOfCounter(parts, { passkey, assertion, user })
  const isThere = await notePasskeyUse(parts.db, { id: passkey.id, now: parts.now(), ...assertion })
  return isThere ? user : null
}

function handleOf({ guid }: UserRow): string {
  return Buffer.from(guid).toString('base64url')
}

/** A counter that does not rise may be a copy of the key, or a manager that counts for several devices: nobody is kept out for it. */
function warnOfCounter(
  { logger }: IdentityParts,
  {
    passkey,
    assertion,
    user,
  }: { readonly passkey: PasskeyRow; readonly assertion: Assertion; readonly user: UserRow },
): void {
  if (passkey.counter === 0 || assertion.counter > passkey.counter) return
  const { counter: before } = passkey
  logger.warn('passkey.counter-not-higher', {
    user: user.guid,
    passkey: passkey.id,
    before,
    now: assertion.counter,
  })
}

/** For who is signed in: `token_invalid` would say that his session has ended. */
export function passkeyRefusal(): ProblemError {
  const fault = reason('passkey_refused', {})
  return new ProblemError('invalid', fault, { errors: [{ path: 'body.credential', message: fault.detail }] })
}
