// Answers a hub's challenge with the key of this device.
import { sign } from 'node:crypto'
import { proofText, type DeviceProof, type ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'
import type { DeviceCertificate } from './device-certificate.ts'

/** ECDSA with SHA-256 over the text, DER in Base64; texts of different purposes begin differently. */
export function signedBy({ privateKey }: DeviceCertificate, text: string): string {
  return sign('sha256', Buffer.from(text), privateKey).toString('base64')
}

export function prove(device: DeviceCertificate, facts: ProvenFacts): DeviceProof {
  const signature = signedBy(device, proofText(facts))
  return { certificate: device.pem, audience: facts.audience, signature }
}
