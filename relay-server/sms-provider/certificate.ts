// A certificate of this computer's own names, for a stand-in that is reached over HTTPS.
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

export interface OwnCertificate {
  /** PEM, both. */
  readonly cert: string
  readonly key: string
}

const DAYS = 365

/** For `localhost` and `127.0.0.1`, signed by itself: who trusts it is given it as an authority. */
export async function makeOwnCertificate(now: Date): Promise<OwnCertificate> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['SMS stand-in'] }],
    serialNumber: serial.toString('hex'),
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: new Date(now.getTime() + DAYS * 86_400_000),
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = pkcs8.match(/.{1,64}/g) ?? []
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n'),
  }
}
