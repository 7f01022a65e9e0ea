// Recovery codes: ten of 50 bits, for who has lost the app. The database has the HMAC of their argon2id, with one salt for the ten.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { slowDigest } from '../passwords/passwords.ts'

/** Crockford's base 32: no letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const COUNT = 10
const LENGTH = 10
const SALT_BYTES = 16

export interface NewRecoveryCodes {
  /** As they are shown, once. */
  readonly codes: string[]
  /** As they are kept. */
  readonly proofs: Buffer[]
}

export interface CodeOwner {
  readonly guid: string
  /** Identity__RefreshKey. */
  readonly key: string
}

/** Takes ten times as long as a password: who may ask for it has proved more than that. */
export async function newRecoveryCodes(owner: CodeOwner): Promise<NewRecoveryCodes> {
  const codes = makeRecoveryCodes()
  const salt = randomBytes(SALT_BYTES)
  const keys = [owner.key]
  const proofs = codes.map(async (code) => recoveryProofs(code, { guid: owner.guid, keys }, salt))
  return { codes, proofs: (await Promise.all(proofs)).flat() }
}

/** `ABCDE-FGHJK`, ten of them. */
function makeRecoveryCodes(): string[] {
  const letter = (): string => LETTERS[randomInt(LETTERS.length)] ?? '0'
  return Array.from({ length: COUNT }, () => {
    const code = Array.from({ length: LENGTH }, letter).join('')
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
  })
}

/** As it is compared: hyphens, blanks and case do not count, O is 0, I and L are 1. Null when it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : null
}

/** As it may be kept: the salt, and what nobody makes of the code without the key; one for each key. */
export async function recoveryProofs(
  code: string,
  { guid, keys }: { readonly guid: string; readonly keys: readonly string[] },
  salt: Buffer,
): Promise<Buffer[]> {
  const digest = await slowDigest(code.replaceAll('-', ''), salt)
  return keys.map((key) => {
    const proof = createHmac('sha256', key).update(`recovery code ${guid} `).update(digest).digest()
    return Buffer.concat([salt, proof])
  })
}

/** Of a code that is kept; all ten of a user have the same. */
export function saltOf(proof: Buffer): Buffer {
  return proof.subarray(0, SALT_BYTES)
}
