// The key pair of this device and its certificate, signed by itself: peers pin its fingerprint, nothing else of it.
import { createHash, createPrivateKey, randomBytes, X509Certificate, type KeyObject } from 'node:crypto'

const YEARS = 10
const CURVE = 'prime256v1'
/** Positive and without a leading zero, 20 bytes at most (RFC 5280, 4.1.2.2). */
const SERIAL_BYTES = 16

export interface DeviceCertificate {
  /** PEM, about 600 characters. */
  readonly pem: string
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  /** ECDSA P-256: Ed25519 certificates fail in Electron's TLS. `node:tls` wants it exported as PEM. */
  readonly privateKey: KeyObject
}

export interface NewDeviceKey {
  readonly pem: string
  /** PKCS#8. The caller overwrites it after use. */
  readonly privateKey: Uint8Array
}

/**
 * `name` is the common name, at most 64 characters. Valid from now for ten years, though peers check no date: clocks of
 * pharmacies are wrong. Costs 0.2 s and 14 MB for the rest of the process.
 */
export async function makeDeviceKey(name: string, nowMs: number): Promise<NewDeviceKey> {
  // Only when one is made, for its memory; x509 throws without reflect-metadata loaded before it.
  await import('reflect-metadata')
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notBefore = new Date(nowMs)
  const notAfter = new Date(nowMs)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // As an array: in a text, a comma or a plus would begin another field.
    name: [{ CN: [name] }],
    serialNumber: serialNumber(),
    ...{ notBefore, notAfter, keys },
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  })
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return { pem: `${certificate.toString('pem')}\n`, privateKey }
}

/** Throws Error when one of the two is damaged or they do not belong together. */
export function deviceCertificateOf({ pem, privateKey }: NewDeviceKey): DeviceCertificate {
  const certificate = new X509Certificate(pem)
  const key = createPrivateKey({
    key: Buffer.from(privateKey.buffer, privateKey.byteOffset, privateKey.length),
    format: 'der',
    type: 'pkcs8',
  })
  if (key.asymmetricKeyDetails?.namedCurve !== CURVE) throw new Error('not a key of P-256')
  if (!certificate.checkPrivateKey(key)) throw new Error('the certificate is of another key')
  if (!certificate.verify(certificate.publicKey)) throw new Error('the certificate was changed')
  return { pem, fingerprint: createHash('sha256').update(certificate.raw).digest('hex'), privateKey: key }
}

function serialNumber(): string {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial.toString('hex')
}
