// How many challenges an address is given before anybody has signed in there.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { retryAfterS, takeAttempt } from '../lock-out/attempts.queries.ts'
import { limitedAddress } from '../lock-out/wrong-tries.ts'

/** An office begins so many sign-ins in a minute, and no table grows from it. */
const OF_ADDRESS = { limit: 60, windowMs: 60_000 }

/** Throws ProblemError `rate_limited`. */
export async function admitChallenge(
  { db, now }: Pick<IdentityParts, 'db' | 'now'>,
  clientAddress: string,
): Promise<void> {
  const attempt = { key: `passkey-challenges:${limitedAddress(clientAddress)}`, now: now(), ...OF_ADDRESS }
  if (await takeAttempt(db, attempt)) return
  throw new ProblemError('rate_limited', 'Too many sign-ins were begun. Wait a moment.', {
    retryAfterS: await retryAfterS(db, attempt),
  })
}
