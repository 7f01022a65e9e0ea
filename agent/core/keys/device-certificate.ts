// The key pair of this device and its certificate, signed by itself: peers pin its fingerprint, nothing else of it.
import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { z } from 'zod'

const CURVE = 'prime256v1'

export interface DeviceCertificate {
  /** PEM, about 600 characters. */
  readonly pem: string
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  /** ECDSA P-256: Ed25519 certificates fail in Electron's TLS. `node:tls` wants it exported as PEM. */
  readonly privateKey: KeyObject
}

/** Whom a certificate is made for, and when. */
export const NewDevice = z.strictObject({
  /** The common name. */
  name: z.string().min(1).max(64),
  /** The certificate is valid from then for ten years, though peers check no date: clocks of pharmacies are wrong. */
  nowMs: z.number(),
})
export type NewDevice = z.infer<typeof NewDevice>

export const NewDeviceKey = z.strictObject({
  pem: z.string(),
  /** PKCS#8. The caller overwrites it after use. */
  privateKey: z.instanceof(Uint8Array<ArrayBuffer>),
})
export type NewDeviceKey = z.infer<typeof NewDeviceKey>

/** Throws Error when one of the two is damaged or they do not belong together. */
export function deviceCertificateOf({
  pem,
  privateKey,
}: Pick<NewDeviceKey, 'pem'> & { readonly privateKey: Uint8Array }): DeviceCertificate {
  const certificate = new X509Certificate(pem)
  const { buffer, byteOffset, length } = privateKey
  const key = createPrivateKey({
    key: Buffer.from(buffer, byteOffset, length),
    format: 'der',
    type: 'pkcs8',
  })
  if (key.asymmetricKeyDetails?.namedCurve !== CURVE) throw new Error('not a key of P-256')
  if (!certificate.checkPrivateKey(key)) throw new Error('the certificate is of another key')
  if (!certificate.verify(certificate.publicKey)) throw new Error('the certificate was changed')
  return { pem, fingerprint: createHash('sha256').update(certificate.raw).digest('hex'), privateKey: key }
}
