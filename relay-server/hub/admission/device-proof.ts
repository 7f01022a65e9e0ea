// The hub's question to every connection, and whether the answer proves the key: who signed it, and for which hub.
import { randomBytes, verify, X509Certificate } from 'node:crypto'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { proofText, type Challenge, type DeviceProof } from '@pharmacy-relay/shared/pairing.ts'

const NONCE_BYTES = 32

export function newChallenge(wallMs: number): Challenge {
  return { nonce: randomBytes(NONCE_BYTES).toString('base64url'), serverTime: new Date(wallMs).toISOString() }
}

/** What a proof is held against. */
export interface Asked {
  readonly nonce: string
  readonly hello: Pick<DeviceHello, 'installId' | 'bootId'>
  /** Whether this hub is reached by that host and port. */
  readonly isKnownAs: (audience: string) => boolean
}

/** Throws HubError BAD_KEY, in words that say which part does not fit. */
export function checkProof(proof: DeviceProof, { nonce, hello, isKnownAs }: Asked): void {
  const { certificate, audience, signature } = proof
  if (!isKnownAs(audience))
    throw new HubError('BAD_KEY', `This hub is not known as ${audience}: check the address of the portal`)
  const text = proofText({ nonce, audience, installId: hello.installId, bootId: hello.bootId })
  if (!isSignedBy(certificate, text, signature))
    throw new HubError('BAD_KEY', 'The key of this computer does not fit its certificate')
}

/** False also when the certificate cannot be read or has no key of P-256. */
function isSignedBy(pem: string, text: string, signature: string): boolean {
  try {
    const { publicKey } = new X509Certificate(pem)
    if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false
    return verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
