// Certificates of devices for tests: real ones, signed by themselves, with keys that endorse the next and answer challenges.
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { endorsedText, type Endorsement } from '../endorsement.ts'
import { proofText, type DeviceProof, type ProvenFacts } from '../pairing.ts'

export interface TestCertificate {
  readonly pem: string
  readonly fingerprint: string
  /** Vouches for that one. */
  endorse(next: Pick<TestCertificate, 'fingerprint'>): Endorsement
  /** The answer to a challenge. */
  readonly prove: (facts: ProvenFacts) => DeviceProof
  /** ECDSA with SHA-256, in Base64. */
  readonly signed: (text: string) => string
}

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

export function newCertificate(namedCurve = 'prime256v1'): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
  const algorithm = der(0x30, ECDSA_WITH_SHA256)
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('device')))))
  const validity = der(0x30, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('360101000000Z')))
  const serial = der(0x02, Buffer.concat([Buffer.of(0x40), randomBytes(8)]))
  const version = der(0xa0, der(0x02, Buffer.of(2)))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, version, serial, algorithm, name, validity, name, key)
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  const raw = der(0x30, content, algorithm, signature)
  const pem = new X509Certificate(raw).toString()
  const fingerprint = createHash('sha256').update(raw).digest('hex')
  const signed = (text: string): string => sign('sha256', Buffer.from(text), privateKey).toString('base64')
  return {
    pem,
    signed,
    fingerprint,
    endorse: (next) => ({
      previousFingerprint: fingerprint,
      previousCertificate: pem,
      fingerprint: next.fingerprint,
      signature: signed(endorsedText(fingerprint, next.fingerprint)),
    }),
    prove: (facts) => ({
      certificate: pem,
      audience: facts.audience,
      signature: signed(proofText(facts)),
    }),
  }
}

/** One value of DER (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
