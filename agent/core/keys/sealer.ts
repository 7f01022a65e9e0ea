// Seals labels for the disk: AES-256-GCM, and nobody opens one that was changed or put in another's place.
//
//   0x01 · salt 16 · nonce 12 · sealed bytes · tag 16        authenticated with it: the first 29 bytes and `about`
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from 'node:crypto'

const VERSION = 1
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const NONCE_AT = 1 + SALT_BYTES
const HEAD_BYTES = NONCE_AT + NONCE_BYTES
const ALGORITHM = 'aes-256-gcm'
/** Far below the 2^32 that random nonces allow. */
const MESSAGES_A_KEY = 2 ** 20
const PURPOSE = 'pharmacy-relay payload 1'
const MASK_PURPOSE = 'pharmacy-relay payload hash 1'

/** How much longer than its content a sealed payload is, in bytes. */
export const SEAL_BYTES = HEAD_BYTES + TAG_BYTES

/** Synchronous, a few microseconds and the time of the bytes. */
export interface Sealer {
  /** `about` says what the bytes belong to, a job's id, and is needed again to open them; it is not kept. */
  seal(plain: Uint8Array, about: string): Uint8Array
  /** Bytes of their own, which the caller overwrites after use. Throws SealBrokenError. */
  open(sealed: Uint8Array, about: string): Uint8Array
  /**
   * Hides a SHA-256 of 64 hexadecimal digits, and shows a hidden one. A label holds so little that is not known that its
   * plain hash would tell who guesses right. `about` must be another one for every hash.
   */
  mask(sha256: string, about: string): string
}

/** Damaged, changed, of another job, or sealed with another key: GCM cannot tell which. */
export class SealBrokenError extends Error {
  readonly code = 'seal_broken'

  constructor(detail: string) {
    super(detail)
    this.name = 'SealBrokenError'
  }
}

/**
 * `dataKey`: 32 bytes, which the caller may overwrite afterwards, or a KeyObject, which may also come out of another
 * thread. Throws RangeError on any other length.
 *
 * Random nonces of 96 bits allow one AES key 2^32 messages (NIST SP 800-38D, 8.3), counted over all starts of the
 * agent. So every sealer seals with keys of its own, HKDF-SHA-256 of the data key and a random salt, each of them
 * MESSAGES_A_KEY times at most, and nothing is counted over starts.
 */
export function createSealer(dataKey: Uint8Array | KeyObject): Sealer {
  const key = dataKey instanceof Uint8Array ? createSecretKey(dataKey) : dataKey
  if (key.type !== 'secret' || key.symmetricKeySize !== KEY_BYTES)
    throw new RangeError(`A data key has ${KEY_BYTES} bytes`)
  const maskKey = secretOf(hkdfSync('sha256', key, '', MASK_PURPOSE, KEY_BYTES))
  const sealing = new SealingKeys(key)
  return {
    seal: (plain, about) => sealed(sealing.next(), plain, about),
    open: (bytes, about) => opened(key, bytes, about),
    mask: (sha256, about) => masked(maskKey, sha256, about),
  }
}

/** With an HMAC that is used once. */
function masked(maskKey: KeyObject, sha256: string, about: string): string {
  const pad = createHmac('sha256', maskKey).update(about).digest()
  const hash = Buffer.from(sha256, 'hex')
  return Buffer.from(hash.map((byte, at) => byte ^ (pad[at] ?? 0))).toString('hex')
}

interface SealingKey {
  readonly salt: Uint8Array
  readonly key: KeyObject
}

/** A derivation for each message took longer than sealing it. */
class SealingKeys {
  readonly #dataKey: KeyObject
  #now: SealingKey | null = null
  #messages = 0

  constructor(dataKey: KeyObject) {
    this.#dataKey = dataKey
  }

  next(): SealingKey {
    if (this.#now === null || this.#messages === MESSAGES_A_KEY) {
      const salt = randomFillSync(new Uint8Array(SALT_BYTES))
      this.#now = { salt, key: keyOf(this.#dataKey, salt) }
      this.#messages = 0
    }
    this.#messages += 1
    return this.#now
  }
}

function sealed({ salt, key }: SealingKey, plain: Uint8Array, about: string): Uint8Array {
  // Not out of Node's pool: it goes to other threads.
  const bytes = Buffer.allocUnsafeSlow(SEAL_BYTES + plain.length)
  bytes[0] = VERSION
  bytes.set(salt, 1)
  randomFillSync(bytes, NONCE_AT, NONCE_BYTES)
  const nonce = bytes.subarray(NONCE_AT, HEAD_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(authenticated(bytes, about))
  bytes.set(cipher.update(plain), HEAD_BYTES)
  cipher.final()
  bytes.set(cipher.getAuthTag(), HEAD_BYTES + plain.length)
  return bytes
}

function opened(key: KeyObject, bytes: Uint8Array, about: string): Uint8Array {
  if (bytes.length < SEAL_BYTES || bytes[0] !== VERSION)
    throw new SealBrokenError('The stored label is damaged, or a newer agent stored it.')
  const nonce = bytes.subarray(NONCE_AT, HEAD_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyOf(key, bytes.subarray(1, NONCE_AT)), nonce, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(authenticated(bytes, about))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  const plain = decipher.update(bytes.subarray(HEAD_BYTES, bytes.length - TAG_BYTES))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    throw new SealBrokenError('The stored label was changed, or was stored with another key.')
  }
}

function keyOf(key: KeyObject, salt: Uint8Array): KeyObject {
  return secretOf(hkdfSync('sha256', key, salt, PURPOSE, KEY_BYTES))
}

/** Node takes a KeyObject in half the time of bytes (Node 24.21), and clears it when it frees it. The bytes are overwritten. */
function secretOf(derived: ArrayBuffer): KeyObject {
  const bytes = new Uint8Array(derived)
  try {
    return createSecretKey(bytes)
  } finally {
    bytes.fill(0)
  }
}

function authenticated(bytes: Uint8Array, about: string): Uint8Array {
  return Buffer.concat([bytes.subarray(0, HEAD_BYTES), Buffer.from(about)])
}
