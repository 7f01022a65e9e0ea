// Certificates of devices as others know them, and how one follows another.
import { z } from 'zod'

/** SHA-256 of a certificate, 64 hexadecimal digits. */
export const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/)

/** In groups of four, as people compare them. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** A certificate as PEM: one of P-256 has about 650 characters. */
export const CertificatePem = z
  .string()
  .max(2_048)
  .regex(
    /^-----BEGIN CERTIFICATE-----[\nA-Za-z0-9+/=]+-----END CERTIFICATE-----\n?$/,
    'must be one PEM certificate',
  )

/**
 * A new certificate, vouched for by the key of the one before: ECDSA P-256 with SHA-256, DER in Base64, over
 * `endorsedText` in ASCII. Who knows the previous one by
 * its fingerprint needs nothing else to judge it.
 */
export const Endorsement = z.strictObject({
  previousFingerprint: Fingerprint,
  /** Has `previousFingerprint`; its key made the signature. */
  previousCertificate: CertificatePem,
  fingerprint: Fingerprint,
  signature: z.base64().min(64).max(200),
})
export type Endorsement = z.infer<typeof Endorsement>

/** Of one device in one document: who was away for that many exchanges of its key still finds the way. */
export const MAX_ENDORSEMENTS = 4

export function endorsedText(previousFingerprint: string, fingerprint: string): string {
  return `label-link/1 successor ${previousFingerprint} ${fingerprint}`
}
