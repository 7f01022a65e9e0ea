// Seals bytes with AES-256-GCM under a key derived from a setting: nonce, tag, ciphertext; bound to what they belong to.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  /** `owner` (a key id, a user's guid) must be the same when it is opened. */
  seal(plain: Buffer, owner: string): Buffer
  /** Null when it was sealed with another key, for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer | null
}

/** `purpose`: what is sealed for one is opened for no other. */
export function createSeal(secret: string, purpose = 'identity-api signing keys'): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal: (plain, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open: (sealed, owner) => {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      if (tag.length !== TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
