// How a computer becomes a device of a pharmacy, and how it proves on every connection that it still is that device.
//
//   admin ── POST pairing-codes ──▶ store API                    one code, 10 minutes, once
//   device ◀── ChallengeAsync(Challenge) ── hub                   at once after every connect
//   device ── DeviceProof ──▶ hub                                 within 5 s; before it nothing else is answered
//   device ── PairDeviceAsync(PairingRequest) ──▶ hub             once; then RegisterDeviceAsync as on every connection
import { z } from 'zod'
import { CertificatePem } from './endorsement.ts'
import type { HubCode } from './hub/request-reply.ts'
import { Id, Instant, lineOfReportedText, lineOfText } from './ids.ts'
import { growing } from './wire.ts'

/** 20 characters that nobody mistakes for one another, and that make no words (RFC 8628, 6.1). */
export const PAIRING_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const PAIRING_CODE_LENGTH = 8
/** The first of them find the code, the others are its secret: 20^5, of which five may be tried. */
export const PAIRING_LOOKUP_LENGTH = 3
export const PAIRING_CODE_MS = 10 * 60_000
export const MAX_PAIRING_TRIES = 5

/** What the hub says to a device that only a pairing code lets in. */
export const NEEDS_PAIRING: ReadonlySet<HubCode> = new Set<HubCode>([
  'NOT_PAIRED',
  'DELETED',
  'REVOKED',
  'BAD_KEY',
])

/** Of these, what it says to a device whose access staff ended. */
export const WITHDRAWN: ReadonlySet<HubCode> = new Set<HubCode>(['DELETED', 'REVOKED'])

const EIGHT_LETTERS = new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_CODE_LENGTH}}$`)

/** As people type it: in any case, with spaces or hyphens anywhere. Parsed to eight characters of the alphabet. */
export const PairingCode = z
  .string()
  .max(32)
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .refine((code) => EIGHT_LETTERS.test(code), {
    error: 'must be a pairing code: eight letters, such as BCDF-GHJK',
  })

/** As people read it: two groups of four. */
export function pairingCodeText(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The hub's question. `nonce`: 32 random bytes in base64url, for one connection. */
export const Challenge = z.strictObject({ nonce: z.string().regex(/^[\w-]{43}$/), serverTime: Instant })
export type Challenge = z.infer<typeof Challenge>

/**
 * The answer: the certificate that this device is known by, and an ECDSA P-256 signature (SHA-256, DER, Base64) of its key
 * over `proofText`. `audience` is host and port of the hub as the device dialled it, so that who stands between cannot use
 * the proof elsewhere.
 */
export const DeviceProof = z.strictObject({
  certificate: CertificatePem,
  audience: lineOfText(300),
  signature: z.base64().min(64).max(200),
})
export type DeviceProof = z.infer<typeof DeviceProof>

export interface ProvenFacts {
  readonly nonce: string
  readonly audience: string
  readonly installId: string
  readonly bootId: string
}

/** What a proof signs, in UTF-8. */
export function proofText({ nonce, audience, installId, bootId }: ProvenFacts): string {
  return JSON.stringify(['pharmacy-relay/1 device proof', nonce, audience, installId, bootId])
}

/** Names as the registration gives them. */
export const PairingRequest = z.strictObject({
  code: PairingCode,
  computerName: lineOfReportedText(63),
  username: lineOfReportedText(104),
})
export type PairingRequest = z.infer<typeof PairingRequest>

/** `waiting`: an Admin has to approve the computer before it may register; until then NOT_APPROVED. */
export const PairingAnswer = z.strictObject({
  state: growing(z.enum(['paired', 'waiting']), 'waiting'),
  pharmacyId: Id,
  pharmacyName: lineOfText(120),
  /** Origin of the gateway, by which the computer reaches the APIs; left out where the portal was told none. */
  gatewayUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
})
export type PairingAnswer = z.infer<typeof PairingAnswer>

/** The device belongs to that pharmacy now. Labels that still wait on it are held: they are of the one before. */
export const PharmacyChange = z.strictObject({ pharmacyId: Id, pharmacyName: lineOfText(120) })
export type PharmacyChange = z.infer<typeof PharmacyChange>

/** The device is a copy: it makes a new install id and new keys, and pairs with this code. */
export const NewIdentity = z.strictObject({ code: PairingCode })
export type NewIdentity = z.infer<typeof NewIdentity>
