// Refresh tokens: session id, number, proof; and the rule that says what a presented one leads to.
//
//   sign-in      → token 1
//   token n      → token n+1
//   token n again, within 30 s after n+1 was made → n+1 once more (the reply was lost, or two tabs asked at once)
//   token n again, later → the session ends: one of the two who hold it is a thief
import { createHmac } from 'node:crypto'
import { secretEquals } from '../../auth/internal-key.ts'
import type { FamilyRow, RefreshVerdict } from './refresh-families.queries.ts'

export const REFRESH_TOKEN_MS = 30 * 86_400_000
export const REPEAT_WITHIN_MS = 30_000

export interface RefreshToken {
  readonly familyId: string
  readonly counter: number
}

const FORM = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/

/** The same session, number and key give the same text. */
export function writeRefreshToken({ familyId, counter }: RefreshToken, refreshKey: string): string {
  const body = `${familyId}.${counter}`
  return `${body}.${proofOf(body, refreshKey)}`
}

/** `refreshKeys`: the newest, and the one before it. Null when we did not make it with one of them. */
export function readRefreshToken(text: string, refreshKeys: readonly string[]): RefreshToken | null {
  const [, familyId, counter, proof] = FORM.exec(text) ?? []
  if (familyId === undefined || counter === undefined || proof === undefined) return null
  const body = `${familyId}.${counter}`
  if (!refreshKeys.some((key) => secretEquals(proof, proofOf(body, key)))) return null
  return { familyId, counter: Number(counter) }
}

function proofOf(body: string, refreshKey: string): string {
  return createHmac('sha256', refreshKey).update(`refresh token ${body}`).digest('base64url')
}

/** What token number `counter` of a session leads to. */
export function judgeRefresh(
  facts: { readonly family: FamilyRow; readonly isActive: boolean },
  counter: number,
  now: Date,
): RefreshVerdict {
  const { family, isActive } = facts
  if (family.revokedAt !== null || family.expiresAt <= now) return { kind: 'refuse' }
  if (!isActive) return { kind: 'revoke', because: 'user inactive' }
  if (counter === family.counter) {
    return { kind: 'rotate', counter: counter + 1, expiresAt: new Date(now.getTime() + REFRESH_TOKEN_MS) }
  }
  const ageMs = now.getTime() - family.rotatedAt.getTime()
  if (counter === family.counter - 1 && ageMs <= REPEAT_WITHIN_MS) return { kind: 'repeat' }
  return { kind: 'revoke', because: 'reuse' }
}
