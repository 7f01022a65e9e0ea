// Answers a hub's challenge with the key of this device.
import { sign } from 'node:crypto'
import { proofText, type DeviceProof, type ProvenFacts } from '@pharmacy-relay/shared/pairing.ts'
import type { DeviceCertificate } from './device-certificate.ts'

export function prove({ pem, privateKey }: DeviceCertificate, facts: ProvenFacts): DeviceProof {
  const signature = sign('sha256', Buffer.from(proofText(facts)), privateKey).toString('base64')
  return { certificate: pem, audience: facts.audience, signature }
}
