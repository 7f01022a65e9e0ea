// How a scanner comes to speak for a workplace: a code on the workplace's screen, brought by the scanner, once.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { PAIR_CODE_MS } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { PAIRING_ALPHABET, PAIRING_CODE_LENGTH } from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ScannerCaller, ScannerVerifier } from '../../auth/scanner-caller.ts'
import { addressKeys } from '../../http/address-keys.ts'
import type { SlidingWindow } from '../../http/admission/sliding-window.ts'
import type { PharmacyDb } from '../database.ts'
import { inTenant } from '../tenants/tenant-transaction.queries.ts'
import { requireRoom } from './device-room.ts'
import { addScanner, deleteDevice, deviceName, openPair } from './devices.queries.ts'
import type { Workplace } from './own-workplace.ts'
import { keepCode, keepToken, scannerOf, takeCode } from './scanner-tokens.queries.ts'

export interface PairingParts {
  readonly db: PharmacyDb
  readonly clock: Clock
  /** Codes that were tried, by address. */
  readonly tries: SlidingWindow
}

/** Of 20^8 codes of which few are open, an address may try so many in a minute. */
export const TRIES = { limit: 10, windowMs: 60_000 } as const
const TOKEN_BYTES = 32

export async function makeCode(
  { db, clock }: PairingParts,
  { id: workplaceId, pharmacyId, userGuid: madeBy }: Workplace,
): Promise<{ code: string; expiresAt: string }> {
  const code = Array.from(
    { length: PAIRING_CODE_LENGTH },
    () => PAIRING_ALPHABET[randomInt(PAIRING_ALPHABET.length)],
  ).join('')
  const expiresAt = new Date(clock.wallMs() + PAIR_CODE_MS)
  await keepCode(db, { codeHash: digest(code), pharmacyId, workplaceId, madeBy, expiresAt })
  return { code, expiresAt: expiresAt.toISOString() }
}

interface Brought {
  readonly code: string
  readonly name: string
  /** That it had until now. */
  readonly token: string | null
  readonly clientAddress: string
}

/** Throws ProblemError `not_found` for a code that is none, `rate_limited`, and `state_conflict` in a full pharmacy. */
export async function pairScanner(
  parts: PairingParts,
  { code, name, token: before, clientAddress }: Brought,
): Promise<{ token: string; pairId: number; workplace: string }> {
  admitTry(parts, clientAddress)
  const { db, clock } = parts
  const taken = await takeCode(db, { codeHash: digest(code), now: new Date(clock.wallMs()) })
  if (taken === null)
    throw new ProblemError('not_found', 'This code is wrong, was used already, or is older than 2 minutes')
  if (before !== null) await forgetBefore(db, before)
  const { pharmacyId, workplaceId, madeBy: pairedBy } = taken
  const made = await inTenant(db, pharmacyId, async (trx) => {
    const workplace = (await deviceName(trx, workplaceId)) ?? ''
    await requireRoom(trx)
    const scannerId = await addScanner(trx, { pharmacyId, name })
    const pairId = await openPair(trx, { pharmacyId, workplaceId, scannerId, pairedBy })
    return { scannerId, pairId, workplace }
  })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await keepToken(db, { tokenHash: digest(token), pharmacyId, scannerId: made.scannerId })
  return { token, pairId: made.pairId, workplace: made.workplace }
}

/** By the token of its `Authorization`. */
export function scannerVerifier(db: PharmacyDb): ScannerVerifier {
  return {
    verify: async (token) => {
      const scanner = await scannerOf(db, digest(token))
      if (scanner === null) throw new ProblemError('token_invalid', 'This scanner is not paired any more')
      return scanner
    },
  }
}

/** With its pair and token. One that is gone already is as it was wanted. */
export async function forgetScanner(db: PharmacyDb, { pharmacyId, scannerId }: ScannerCaller): Promise<null> {
  await inTenant(db, pharmacyId, (trx) => deleteDevice(trx, scannerId))
  return null
}

/** The scanner as it was until now, also in another pharmacy. */
async function forgetBefore(db: PharmacyDb, token: string): Promise<void> {
  const scanner = await scannerOf(db, digest(token))
  if (scanner !== null) await forgetScanner(db, scanner)
}

function admitTry({ tries, clock }: PairingParts, clientAddress: string): void {
  const key = addressKeys(clientAddress)?.key ?? clientAddress
  const now = clock.monotonicMs()
  const waitMs = tries.waitMs(key, TRIES.limit, now)
  if (waitMs > 0)
    throw new ProblemError('rate_limited', 'Too many codes were tried. Wait a moment.', {
      retryAfterS: Math.ceil(waitMs / 1_000),
    })
  tries.accept(key, TRIES.limit, now)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
