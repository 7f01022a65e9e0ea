// Signs in with a passkey: alone, as the second factor of a pending sign-in, and again within a session.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { linkTokenHash } from '../links/link-tokens.ts'
import { readKnownDevice } from '../lock-out/known-devices.ts'
import { closePending, countCode, findPending } from '../second-factor/pending-sign-ins.queries.ts'
import { beginSession, pendingOver } from '../sessions/sessions.ts'
import { admitChallenge } from './challenge-limit.ts'
import { assertionOptions } from './ceremonies.ts'
import { checkPasskey } from './passkey-check.ts'
import { passkeysOf } from './passkeys.queries.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'beginPasskeySignIn' | 'signInWithPasskey' | 'beginPasskeyFactor' | 'finishWithPasskey'
>

const SIGN_IN = { purpose: 'sign-in', userId: null } as const

export function passkeySignInHandlers(parts: IdentityParts): Handlers {
  return {
    beginPasskeySignIn: async ({ clientAddress }) => {
      await admitChallenge(parts, clientAddress)
      return { options: await assertionOptions(parts, { use: SIGN_IN, passkeys: [] }) }
    },
    signInWithPasskey: async ({ body, clientAddress }) => {
      const user = await checkPasskey(parts, { credential: body.credential, use: SIGN_IN })
      if (user === null) throw notTaken()
      const facts = { user, now: parts.now(), keys: parts.tokenKeys }
      const deviceId = body.knownDevice === undefined ? null : readKnownDevice(body.knownDevice, facts)
      const { kind, agent } = body.client ?? { kind: 'other', agent: null }
      return beginSession(parts, { user, deviceId, deviceKey: null, kind, agent, clientAddress })
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
      const { deviceId, deviceKey, kind, agent } = pending
      return beginSession(parts, { user, deviceId, deviceKey, kind, agent, clientAddress })
    },
  }
}

/** One refusal for a passkey that is not known, not signed for this, or of somebody who may not sign in. */
function notTaken(): ProblemError {
  return new ProblemError('token_invalid', reason('passkey_refused', {}))
}
