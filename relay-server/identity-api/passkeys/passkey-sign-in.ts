// Signs in with a passkey: alone, as the second factor of a pending sign-in, and again within a session.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { linkTokenHash } from '../links/link-tokens.ts'
import { retryAfterS, takeAttempt } from '../lock-out/attempts.queries.ts'
import { readKnownDevice } from '../lock-out/known-devices.ts'
import { limitedAddress } from '../lock-out/wrong-tries.ts'
import { closePending, countCode, findPending } from '../second-factor/pending-sign-ins.queries.ts'
import { beginSession, pendingOver } from '../sessions/sessions.ts'
import { assertionOptions } from './ceremonies.ts'
import { checkPasskey } from './passkey-check.ts'
import { passkeysOf } from './passkeys.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'beginPasskeySignIn' | 'signInWithPasskey' | 'beginPasskeyFactor' | 'finishWithPasskey'
>

const SIGN_IN = { purpose: 'sign-in', userId: null } as const
/** Challenges that an address is given without a session: an office begins so many sign-ins in a minute, and no table grows from it. */
const OF_ADDRESS = { limit: 60, windowMs: 60_000 }

export function passkeySignInHandlers(parts: IdentityParts): Handlers {
  return {
    beginPasskeySignIn: async ({ clientAddress }) => {
      await admitChallenge(parts, clientAddress)
      return { options: await assertionOptions(parts, { use: SIGN_IN, passkeys: [] }) }
    },
    signInWithPasskey: async ({ body, clientAddress }) => {
      const user = await checkPasskey(parts, { credential: body.credential, use: SIGN_IN })
      if (user === null) throw notTaken()
      const facts = { user, now: parts.now(), key: parts.refreshKey }
      const deviceId = body.knownDevice === undefined ? null : readKnownDevice(body.knownDevice, facts)
      const { kind, agent } = body.client ?? { kind: 'other', agent: null }
      return beginSession(parts, { user, deviceId, kind, agent, clientAddress })
    },
    beginPasskeyFactor: async ({ body, clientAddress }) => {
      await admitChallenge(parts, clientAddress)
      const tokenHash = linkTokenHash(body.pendingToken)
      const pending = await findPending(parts.db, { tokenHash, now: parts.now() })
      const passkeys = pending === null ? [] : await passkeysOf(parts.db, pending.userId)
      if (pending === null || passkeys.length === 0) throw pendingOver()
      const use = { purpose: 'second-factor', userId: pending.userId } as const
      return { options: await assertionOptions(parts, { use, passkeys }) }
    },
    finishWithPasskey: async ({ body, clientAddress }) => {
      const tokenHash = linkTokenHash(body.pendingToken)
      const pending = await countCode(parts.db, { tokenHash, now: parts.now() })
      if (pending === null) throw pendingOver()
      const use = { purpose: 'second-factor', userId: pending.userId } as const
      const user = await checkPasskey(parts, { credential: body.credential, use })
      if (user === null) throw notTaken()
      const isSame = user.passwordHash === pending.passwordHash
      if (!isSame || !(await closePending(parts.db, tokenHash))) throw pendingOver()
      const { deviceId, kind, agent } = pending
      return beginSession(parts, { user, deviceId, kind, agent, clientAddress })
    },
  }
}

async function admitChallenge({ db, now }: IdentityParts, clientAddress: string): Promise<void> {
  const attempt = { key: `passkey-challenges:${limitedAddress(clientAddress)}`, now: now(), ...OF_ADDRESS }
  if (await takeAttempt(db, attempt)) return
  throw new ProblemError('rate_limited', 'Too many sign-ins were begun. Wait a moment.', {
    retryAfterS: await retryAfterS(db, attempt),
  })
}

/** One refusal for a passkey that is not known, not signed for this, or of somebody who may not sign in. */
function notTaken(): ProblemError {
  return new ProblemError('token_invalid', reason('passkey_refused', {}))
}
