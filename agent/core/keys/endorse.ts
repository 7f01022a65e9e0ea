// Vouches with this device's key for the certificate that is to follow.
import { sign } from 'node:crypto'
import { endorsedText, type Endorsement } from '@pharmacy-relay/shared/endorsement.ts'
import type { DeviceCertificate } from './device-certificate.ts'

export function endorse(present: DeviceCertificate, fingerprint: string): Endorsement {
  const text = Buffer.from(endorsedText(present.fingerprint, fingerprint))
  return {
    previousFingerprint: present.fingerprint,
    previousCertificate: present.pem,
    fingerprint,
    signature: sign('sha256', text, present.privateKey).toString('base64'),
  }
}
