// The second factor of one's own account: enrolment, recovery codes, and what it is.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { passkeysOf } from '../passkeys/passkeys.queries.ts'
import { findUserByGuid, type UserRow } from '../users/users.queries.ts'
import { activeFactor, codeRefusal, openSecret, sealSecret, takeCode } from './code-check.ts'
import { admitGuess } from '../lock-out/lock-out.ts'
import {
  activateFactor,
  findFactor,
  keepNewSecret,
  recoveryCodesLeft,
  replaceRecoveryCodes,
} from './factors.queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { base32, judgeCode, makeTotpSecret, totpUri } from './totp.ts'

type Handlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'getSecondFactor' | 'beginTotp' | 'activateTotp' | 'makeRecoveryCodes'
>

export function secondFactorHandlers(parts: IdentityParts): Handlers {
  const { db } = parts
  return {
    getSecondFactor: async ({ caller }) => {
      const { id, couldSignInSince, passwordSetAt, createdAt } = await ownUser(parts, caller)
      const since = couldSignInSince ?? passwordSetAt ?? createdAt
      const factor = await findFactor(db, id)
      const activeSince = factor?.activeSince?.toISOString() ?? null
      const codesLeft = await recoveryCodesLeft(db, id)
      const { length: passkeys } = await passkeysOf(db, id)
      const couldSince = since.toISOString()
      return { activeSince, recoveryCodesLeft: codesLeft, passkeys, couldSignInSince: couldSince }
    },
    beginTotp: async ({ caller }) => {
      const user = await ownUser(parts, caller)
      const secret = makeTotpSecret()
      await keepNewSecret(db, { userId: user.id, sealed: sealSecret(parts, user, secret) })
      return { secret: base32(secret), uri: totpUri(secret, user.email) }
    },
    activateTotp: ({ body, caller, clientAddress }) =>
      activate(parts, { code: body.code, caller, clientAddress }),
    makeRecoveryCodes: async ({ body, caller, clientAddress }) => {
      const user = await ownUser(parts, caller)
      const factor = await activeFactor(parts, user.id)
      if (factor === null) throw new ProblemError('state_conflict', reason('factor_none', {}))
      // A recovery code would make ten of one.
      if (!/^[\d\s]*$/.test(body.code)) throw codeRefusal(reason('code_wrong', {}))
      await takeCode(parts, { user, factor, code: body.code, known: caller.sessionId, clientAddress })
      const made = await newRecoveryCodes({ guid: user.guid, key: parts.refreshKey })
      await db
        .transaction()
        .execute((trx) => replaceRecoveryCodes(trx, { userId: user.id, proofs: made.proofs }))
      parts.logger.info('recovery-codes.made', { user: user.guid })
      return { recoveryCodes: made.codes }
    },
  }
}

async function activate(
  parts: IdentityParts,
  given: { readonly code: string; readonly caller: Caller; readonly clientAddress: string },
): Promise<{ recoveryCodes: string[] }> {
  const { code, caller, clientAddress } = given
  const user = await ownUser(parts, caller)
  const factor = await findFactor(parts.db, user.id)
  if (factor === null || factor.newSealedSecret === null)
    throw new ProblemError('state_conflict', reason('factor_none', {}))
  const account = `enrolment-${user.guid}`
  const guess = await admitGuess(parts, { guid: account, account, known: caller.sessionId, clientAddress })
  const now = parts.now()
  const verdict = judgeCode(openSecret(parts, user, factor.newSealedSecret), code.replaceAll(/\s/g, ''), now)
  if (verdict.kind === 'slow') throw codeRefusal(reason('code_clock_off', { off: verdict.offS }))
  if (verdict.kind === 'wrong') throw codeRefusal(reason('code_wrong', {}))
  await guess.takeBack()
  const { codes, proofs } = await newRecoveryCodes({ guid: user.guid, key: parts.refreshKey })
  if (!(await activateFactor(parts.db, { factor, step: verdict.step, now, proofs })))
    throw new ProblemError('state_conflict', reason('factor_none', {}))
  parts.logger.info('second-factor.active', { user: user.guid })
  return { recoveryCodes: codes }
}

/** Throws ProblemError `token_invalid` when he is none any more. */
export async function ownUser({ db }: IdentityParts, caller: Caller): Promise<UserRow> {
  const user = await findUserByGuid(db, caller.subject)
  if (user === null) throw new ProblemError('token_invalid', 'The session has ended. Sign in again.')
  return user
}
