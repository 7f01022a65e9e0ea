// Makes the key pair of a device and its certificate, in a process that ends with it: what X.509 needs takes 14 MB, once
// in the life of an agent, and a thread would not give them back. Its bundle is agent/dist/device-key-maker.mjs.
//
// x509 throws on import unless reflect-metadata was loaded before it.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'
import { NewDevice, type NewDeviceKey } from './device-certificate.ts'

const YEARS = 10
/** At most 20 (RFC 5280, 4.1.2.2). */
const SERIAL_BYTES = 16

process.once('message', (device) => void answer(NewDevice.parse(device)))
// Nobody is left to make it for.
process.once('disconnect', () => process.exit())

async function answer(device: NewDevice): Promise<void> {
  const made = await deviceKey(device)
  process.send?.(made, () => process.exit())
}

async function deviceKey({ name, nowMs }: NewDevice): Promise<NewDeviceKey> {
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
