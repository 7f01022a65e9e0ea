// Whether the key of a known certificate vouched for the next one: the way in which trust follows an exchange of keys.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { endorsedText, type Endorsement } from '@pharmacy-relay/shared/endorsement.ts'

const CURVE = 'prime256v1'

/** True when the previous certificate is the one it says, of P-256, and its key made the signature. */
export function isEndorsed(endorsement: Endorsement): boolean {
  const { previousFingerprint, previousCertificate, fingerprint, signature } = endorsement
  try {
    const { raw, publicKey } = new X509Certificate(previousCertificate)
    if (createHash('sha256').update(raw).digest('hex') !== previousFingerprint) return false
    if (publicKey.asymmetricKeyDetails?.namedCurve !== CURVE) return false
    const text = Buffer.from(endorsedText(previousFingerprint, fingerprint))
    return verify('sha256', text, publicKey, Buffer.from(signature, 'base64'))
  } catch {
    // Not a certificate: it vouches for nothing.
    return false
  }
}
