// Seals bytes with AES-256-GCM: nonce, tag, ciphertext; bound to what they belong to. Under a key, or one derived from a setting.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** A key for one purpose or one value, 32 bytes. HKDF-SHA-256. */
export function derivedKey(secret: Buffer | string, salt: Buffer | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES))
}

/** `owner` must be the same when it is opened. 28 bytes longer than `plain`. */
export function sealBytes(key: Buffer, plain: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Null when it was sealed with another key, for another owner, or was changed. */
export function openBytes(key: Buffer, sealed: Buffer, owner: string): Buffer | null {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length !== TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

export interface Seal {
  /** `owner` (a key id, a user's guid) must be the same when it is opened. */
  seal(plain: Buffer, owner: string): Buffer
  /** Null when it was sealed with another key, for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer | null
}

/** The first of `secrets` seals, each of them opens: others are older ones, while what they sealed is sealed anew. */
export function createSealRing(secrets: readonly string[], purpose: string): Seal {
  const [newest, ...older] = secrets.map((secret) => createSeal(secret, purpose))
  if (newest === undefined) throw new RangeError('There is no secret to seal with')
  return {
    seal: (plain, owner) => newest.seal(plain, owner),
    open: (sealed, owner) => {
      for (const seal of [newest, ...older]) {
        const plain = seal.open(sealed, owner)
        if (plain !== null) return plain
      }
      return null
    },
  }
}

/** `purpose`: what is sealed for one is opened for no other. */
export function createSeal(secret: string, purpose: string): Seal {
  const key = derivedKey(secret, '', purpose)
  return {
    seal: (plain, owner) => sealBytes(key, plain, owner),
    open: (sealed, owner) => openBytes(key, sealed, owner),
  }
}
