// By what a user can prove a second factor: what a right password leads to depends on it.
import type { z } from 'zod'
import type { PendingSignIn } from '@pharmacy-relay/shared/api/identity-user.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { passkeysOf } from '../passkeys/passkeys.queries.ts'
import { activeFactor } from './code-check.ts'
import { recoveryCodesLeft, type FactorRow } from './factors.queries.ts'

export interface FactorWays {
  /** The authenticator app; null without. */
  readonly factor: FactorRow | null
  /** False: a password is enough. */
  readonly isAsked: boolean
  /** Best first. */
  readonly ways: z.input<typeof PendingSignIn>['pending']['ways']
}

export async function factorWays(parts: Pick<IdentityParts, 'db'>, userId: number): Promise<FactorWays> {
  const [factor, passkeys, codes] = await Promise.all([
    activeFactor(parts, userId),
    passkeysOf(parts.db, userId),
    recoveryCodesLeft(parts.db, userId),
  ])
  const ways: FactorWays['ways'] = []
  if (passkeys.length > 0) ways.push('passkey')
  if (factor !== null) ways.push('app')
  const isAsked = ways.length > 0
  if (isAsked && codes > 0) ways.push('recovery')
  return { factor, isAsked, ways }
}
