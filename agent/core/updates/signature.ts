// Whether a text comes from the publisher: a detached signature over its bytes, by one of the keys that this build knows.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/** While a publisher changes over to another key, both are built in. */
const MAX_KEYS = 4

/** SubjectPublicKeyInfo in Base64, with spaces between. Throws Error for anything but Ed25519 and ECDSA P-256. */
export function publisherKeys(text: string): KeyObject[] {
  const parts = text.split(/\s+/).filter((word) => word !== '')
  if (parts.length > MAX_KEYS) throw new Error(`there are more than ${MAX_KEYS} keys`)
  return parts.map((word) => {
    const key = createPublicKey({ key: Buffer.from(word, 'base64'), format: 'der', type: 'spki' })
    if (!isKnown(key)) throw new Error('a key must be of Ed25519 or ECDSA P-256')
    return key
  })
}

/** `signature`: Base64, as it was read from the server; anything else is no signature. */
export function isSigned(text: Buffer, signature: string, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64')
  return keys.some((key) => isSignedBy(text, bytes, key))
}

function isSignedBy(text: Buffer, signature: Buffer, key: KeyObject): boolean {
  try {
    return verify(digestOf(key), text, key, signature)
  } catch {
    return false
  }
}

/** Ed25519 hashes by itself. */
export function digestOf({ asymmetricKeyType }: KeyObject): 'sha256' | null {
  return asymmetricKeyType === 'ed25519' ? null : 'sha256'
}

export function isKnown({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ed25519') return true
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
}
