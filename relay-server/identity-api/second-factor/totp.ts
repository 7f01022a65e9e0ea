// Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 s, as every authenticator app has them.
import { createHmac, randomBytes } from 'node:crypto'

export const STEP_MS = 30_000
const DIGITS = 6
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Codes that are taken besides the one of this moment: one before, one after. */
const DRIFT_STEPS = 1
/** How far back a right code is recognised, to say that the phone's clock is slow. */
const SLOW_STEPS = 10

export function makeTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** RFC 4648, without padding: what people type into an app. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What an app reads from a picture. */
export function totpUri(secret: Buffer, account: string): string {
  const issuer = 'Pharmacy Relay'
  const label = encodeURIComponent(`${issuer}:${account}`)
  const query = new URLSearchParams({ secret: base32(secret), issuer, digits: String(DIGITS), period: '30' })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}

/** The code of a step (RFC 4226, 5.3). */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

export type CodeVerdict =
  | { readonly kind: 'step'; readonly step: number }
  /** A code of some steps ago: right, but of a clock that is slow. */
  | { readonly kind: 'slow'; readonly offS: number }
  | { readonly kind: 'wrong' }

/**
 * Which step a code is of. Of a clock that is fast nothing is said: whoever guessed a code of the future would learn when
 * it counts.
 */
export function judgeCode(secret: Buffer, code: string, now: Date): CodeVerdict {
  const current = Math.floor(now.getTime() / STEP_MS)
  for (let step = current + DRIFT_STEPS; step >= current - SLOW_STEPS; step -= 1) {
    if (codeOfStep(secret, step) !== code) continue
    if (step >= current - DRIFT_STEPS) return { kind: 'step', step }
    return { kind: 'slow', offS: ((current - step) * STEP_MS) / 1_000 }
  }
  return { kind: 'wrong' }
}
