// What a phone keeps that is a scanner: its token, encrypted, told to the pages of the scanner alone.
import { z } from 'zod'
import { DeviceName, ScannerToken } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import { PATHS } from '../views/paths.ts'
import { createSealedCookie, type SealedCookie } from './sealed-cookie.ts'

export const PairedScanner = z.strictObject({
  token: ScannerToken,
  name: DeviceName,
  /** Null: the pair ended. The token stays, so that the next pairing takes the old row away. */
  workplace: DeviceName.nullable(),
})
export type PairedScanner = z.infer<typeof PairedScanner>
export type ScannerCookie = SealedCookie<PairedScanner>

/** As long as browsers keep any: 400 days. Each look at the page begins them anew. */
const PAIRED_S = 400 * 86_400

/** `secrets`: the current one first, which encrypts; all of them decrypt. */
export function createScannerCookie(secrets: readonly string[]): ScannerCookie {
  return createSealedCookie({
    // Not `__Host-`, which would be told to every page.
    name: '__Secure-scanner',
    path: PATHS.scanner,
    purpose: 'paired scanner',
    schema: PairedScanner,
    secrets,
    maxAgeS: PAIRED_S,
  })
}
