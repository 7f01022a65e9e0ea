// Certificates as devices report them: P-256, known by their fingerprint; nothing else of them is believed.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { endorsedText, type Endorsement } from '@pharmacy-relay/shared/endorsement.ts'

const CURVE = 'prime256v1'

export interface Certificate {
  /** SHA-256, 64 hexadecimal digits. */
  readonly fingerprint: string
  /** As Node writes it, whatever stood around it in the report. */
  readonly pem: string
}

export type CertificateFault = 'not_a_certificate' | 'not_p256'

export function certificateOf(pem: string): Certificate | CertificateFault {
  try {
    const certificate = new X509Certificate(pem)
    if (certificate.publicKey.asymmetricKeyDetails?.namedCurve !== CURVE) return 'not_p256'
    return { fingerprint: fingerprintOf(certificate), pem: certificate.toString() }
  } catch {
    return 'not_a_certificate'
  }
}

/** Of one PEM certificate whose form was checked; quick, because every connection asks. */
export function fingerprintOfPem(pem: string): string {
  const body = pem.replaceAll(/-----[A-Z ]+-----/g, '')
  return createHash('sha256').update(Buffer.from(body, 'base64')).digest('hex')
}

/** Whether the key of the certificate before, which must be the one named, vouched for the new one. */
export function isEndorsed(endorsement: Endorsement): boolean {
  const { previousFingerprint, previousCertificate, fingerprint, signature } = endorsement
  try {
    const previous = new X509Certificate(previousCertificate)
    const { publicKey } = previous
    if (fingerprintOf(previous) !== previousFingerprint) return false
    if (publicKey.asymmetricKeyDetails?.namedCurve !== CURVE) return false
    const text = Buffer.from(endorsedText(previousFingerprint, fingerprint))
    return verify('sha256', text, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function fingerprintOf({ raw }: X509Certificate): string {
  return createHash('sha256').update(raw).digest('hex')
}
