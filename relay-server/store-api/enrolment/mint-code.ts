// Makes a pairing code whose beginning belongs to no other that can still be used.
import type { StoreTransaction } from '../database.ts'
import { lookupOf, newPairingCode, pairingCodeHash } from './pairing-code.ts'
import { insertCode, type NewCode } from './pairing-codes.queries.ts'

/** With half of all beginnings in use, one try in a million fails so often. */
const TRIES = 20

export interface MintedCode {
  readonly id: number
  readonly code: string
  readonly expiresAt: Date
}

/** Null when nearly every beginning is in use. */
export async function mintCode(
  trx: StoreTransaction,
  kind: Omit<NewCode, 'lookup' | 'codeHash'>,
  secret: string,
): Promise<MintedCode | null> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const code = newPairingCode()
    const made = await insertCode(trx, {
      ...kind,
      lookup: lookupOf(code),
      codeHash: pairingCodeHash(code, secret),
    })
    if (made !== null) return { ...made, code }
  }
  return null
}
