// A certificate that is signed by its own key, written as DER (X.690, RFC 5280): Node reads certificates and makes none.
import { randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto'

export interface SelfSignedParts {
  /** Common name of subject and issuer: 1 to 64 characters (RFC 5280, appendix A.1). */
  readonly name: string
  readonly notBefore: Date
  readonly notAfter: Date
  /** Of an elliptic curve. */
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const VERSION_FIELD = 0xa0

const VERSION_3 = Buffer.of(2)
const NO_UNUSED_BITS = Buffer.of(0)
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
/** At most 20 (RFC 5280, 4.1.2.2). */
const SERIAL_BYTES = 16

/** As PEM, with a line feed at its end. No extension; signed with ECDSA and SHA-256. */
export function selfSigned({ name, notBefore, notAfter, publicKey, privateKey }: SelfSignedParts): string {
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256)
  const commonName = der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))
  const subject = der(SEQUENCE, der(SET, commonName))
  const content = der(
    SEQUENCE,
    der(VERSION_FIELD, der(INTEGER, VERSION_3)),
    der(INTEGER, serialNumber()),
    algorithm,
    subject,
    der(SEQUENCE, time(notBefore), time(notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(BIT_STRING, NO_UNUSED_BITS, sign('sha256', content, privateKey))
  return new X509Certificate(der(SEQUENCE, content, algorithm, signature)).toString()
}

/** Positive, and its first byte is not zero. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  return serial
}

/** To the second; the short form holds the years 1950 to 2049 and has to be used for them (RFC 5280, 4.1.2.5). */
function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\.\d+/, '').replaceAll(/[-T:]/g, '')
  const isShort = moment.getUTCFullYear() >= 1950 && moment.getUTCFullYear() < 2050
  return isShort ? der(UTC_TIME, Buffer.from(digits.slice(2))) : der(GENERALIZED_TIME, Buffer.from(digits))
}

/** One value. Its content is at most 65,535 bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}
