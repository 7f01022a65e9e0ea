// Pairing codes: made by chance, kept as an HMAC, found by their beginning.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import {
  PAIRING_ALPHABET,
  PAIRING_CODE_LENGTH,
  PAIRING_LOOKUP_LENGTH,
} from '@pharmacy-relay/shared/pairing.ts'

/** What makes device keys and hashes of pairing codes. */
export interface PairingSecrets {
  readonly deviceKeySecret: string
  /** The one before: a code of its time is taken as long as it is good. Null: there is none. */
  readonly previousDeviceKeySecret: string | null
}

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
