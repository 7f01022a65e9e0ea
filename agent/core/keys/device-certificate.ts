// The key pair of this device and its certificate, signed by itself: peers pin its fingerprint, nothing else of it.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import { selfSigned } from './self-signed.ts'

const CURVE = 'prime256v1'
const YEARS = 10

export interface DeviceCertificate {
  /** PEM, about 600 characters. */
  readonly pem: string
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  /** ECDSA P-256: Ed25519 certificates fail in Electron's TLS. `node:tls` wants it exported as PEM. */
  readonly privateKey: KeyObject
}

/** Whom a certificate is made for, and when. */
export interface NewDevice {
  /** The common name, 1 to 64 characters. */
  readonly name: string
  /** The certificate is valid from then for ten years, though peers check no date: clocks of pharmacies are wrong. */
  readonly nowMs: number
}

export interface NewDeviceKey {
  readonly pem: string
  /** PKCS#8. The caller overwrites it after use. */
  readonly privateKey: Uint8Array<ArrayBuffer>
}

/** Another key and serial number each time. */
export function makeDeviceKey({ name, nowMs }: NewDevice): NewDeviceKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE })
  const notBefore = new Date(nowMs)
  const notAfter = new Date(nowMs)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  const pem = selfSigned({ name, notBefore, notAfter, publicKey, privateKey })
  return { pem, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }) }
}

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
