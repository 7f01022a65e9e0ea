// Pairing codes: made by chance, kept as an HMAC, found by their beginning.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import {
  PAIRING_ALPHABET,
  PAIRING_CODE_LENGTH,
  PAIRING_LOOKUP_LENGTH,
} from '@pharmacy-relay/shared/pairing.ts'

/** Each of the 20^8 codes with the same chance. */
export function newPairingCode(): string {
  return Array.from({ length: PAIRING_CODE_LENGTH }, () =>
    PAIRING_ALPHABET.charAt(randomInt(PAIRING_ALPHABET.length)),
  ).join('')
}

/** What finds a code's row; it is no secret. */
export function lookupOf(code: string): string {
  return code.slice(0, PAIRING_LOOKUP_LENGTH)
}

/** With a secret of the server: who has read the database alone cannot try all codes. */
export function pairingCodeHash(code: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['pairing code', code]))
    .digest('hex')
}

export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
