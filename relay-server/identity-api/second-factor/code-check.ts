// Whether a code is right, for every path that asks for one: counted like passwords, and taken once.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { createSealRing } from '../../auth/sealed-bytes.ts'
import { admitGuess } from '../lock-out/lock-out.ts'
import type { UserRow } from '../users/users.queries.ts'
import {
  anyRecoveryProof,
  findFactor,
  takeRecoveryCode,
  takeStep,
  type FactorRow,
} from './factors.queries.ts'
import { readRecoveryCode, recoveryProofs, saltOf } from './recovery-codes.ts'
import { judgeCode } from './totp.ts'

export const PURPOSE = 'identity-api second factors'

export interface GivenCodeFacts {
  readonly user: UserRow
  /** The authenticator app; null for who has passkeys alone: his recovery codes are taken. */
  readonly factor: FactorRow | null
  readonly code: string
  /** Device or session that has proved itself before; null without. */
  readonly known: string | null
  readonly clientAddress: string
}

/** Takes a code of the app, or a recovery code. Throws ProblemError: `invalid` at body.code, `rate_limited`, `state_conflict`. */
export async function takeCode(parts: IdentityParts, given: GivenCodeFacts): Promise<void> {
  const { user, factor, code, known, clientAddress } = given
  // Apart from passwords: whoever comes here knows the password, and must not fill its counters.
  const account = `code-${user.guid}`
  const guess = await admitGuess(parts, { guid: account, account, known, clientAddress })
  const fault = guess.mayCheck ? await judged(parts, { user, factor, code }) : reason('code_wrong', {})
  if (fault === null) return guess.takeBack()
  parts.logger.warn('code.refused', { user: user.guid, checked: guess.mayCheck, because: fault.code })
  throw codeRefusal(fault)
}

export function codeRefusal(fault: Reason): ProblemError {
  return new ProblemError('invalid', fault, { errors: [{ path: 'body.code', message: fault.detail }] })
}

async function judged(
  parts: IdentityParts,
  { user, factor, code }: Pick<GivenCodeFacts, 'user' | 'factor' | 'code'>,
): Promise<Reason | null> {
  const digits = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(digits))
    return factor === null ? reason('code_wrong', {}) : judgedDigits(parts, { user, factor, code: digits })
  const recovery = readRecoveryCode(code)
  if (recovery === null) return reason('code_wrong', {})
  const kept = await anyRecoveryProof(parts.db, user.id)
  if (kept === null) return reason('code_wrong', {})
  const proofs = await recoveryProofs(recovery, { guid: user.guid, keys: parts.codeKeys }, saltOf(kept))
  return (await takeRecoveryCode(parts.db, { userId: user.id, proofs })) ? null : reason('code_wrong', {})
}

async function judgedDigits(
  parts: IdentityParts,
  { user, factor, code }: { readonly user: UserRow; readonly factor: FactorRow; readonly code: string },
): Promise<Reason | null> {
  const verdict = judgeCode(openSecret(parts, user, factor.sealedSecret), code, parts.now())
  if (verdict.kind === 'wrong') return reason('code_wrong', {})
  if (verdict.kind === 'slow') return reason('code_clock_off', { off: verdict.offS })
  const isTaken = await takeStep(parts.db, { userId: user.id, step: verdict.step })
  return isTaken ? null : reason('code_used', {})
}

export function sealSecret(
  { sealKeys }: Pick<IdentityParts, 'sealKeys'>,
  user: UserRow,
  secret: Buffer,
): Buffer {
  return createSealRing(sealKeys, PURPOSE).seal(secret, user.guid)
}

/** Throws ProblemError `state_conflict` in words when it was sealed with another Identity__SealKey. */
export function openSecret(
  { sealKeys, logger }: Pick<IdentityParts, 'sealKeys' | 'logger'>,
  user: UserRow,
  sealed: Buffer | null,
): Buffer {
  const secret = sealed === null ? null : createSealRing(sealKeys, PURPOSE).open(sealed, user.guid)
  if (secret !== null) return secret
  logger.warn('second-factor.not-opened', { user: user.guid, setting: 'Identity__SealKey' })
  throw new ProblemError('state_conflict', reason('factor_locked', {}))
}

/** The factor that a sign-in of this user asks for; null for none. */
export async function activeFactor(
  parts: Pick<IdentityParts, 'db'>,
  userId: number,
): Promise<FactorRow | null> {
  const factor = await findFactor(parts.db, userId)
  return factor?.activeSince === null ? null : factor
}
