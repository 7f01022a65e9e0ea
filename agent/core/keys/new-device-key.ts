// The key pair of a device and its certificate, made in this process: x509 takes 14 MB and 0.1 s to load, see device-key-maker.ts.
//
// x509 throws on import unless reflect-metadata was loaded before it.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'
import type { NewDevice, NewDeviceKey } from './device-certificate.ts'

const YEARS = 10
/** At most 20 (RFC 5280, 4.1.2.2). */
const SERIAL_BYTES = 16

export async function newDeviceKey({ name, nowMs }: NewDevice): Promise<NewDeviceKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notBefore = new Date(nowMs)
  const notAfter = new Date(nowMs)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // As an array: in a text, a comma or a plus would begin another field.
    name: [{ CN: [name] }],
    serialNumber: serialNumber(),
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  })
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { pem: `${certificate.toString('pem')}\n`, privateKey }
}

/** Positive, and its first byte is not zero. */
function serialNumber(): string {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial.toString('hex')
}
