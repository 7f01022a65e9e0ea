// Recovery codes: ten of 50 bits, for who has lost the app. The database has their HMAC.
import { createHmac, randomInt } from 'node:crypto'

/** Crockford's base 32: no letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const COUNT = 10
const LENGTH = 10

export interface NewRecoveryCodes {
  /** As they are shown, once. */
  readonly codes: string[]
  /** As they are kept. */
  readonly proofs: Buffer[]
}

/** `key`: Identity__RefreshKey. */
export function newRecoveryCodes(owner: { readonly guid: string; readonly key: string }): NewRecoveryCodes {
  const codes = makeRecoveryCodes()
  return { codes, proofs: codes.map((code) => recoveryProof(code, owner)) }
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

export function recoveryProof(
  code: string,
  { guid, key }: { readonly guid: string; readonly key: string },
): Buffer {
  return createHmac('sha256', key)
    .update(`recovery code ${guid} ${code.replaceAll('-', '')}`)
    .digest()
}
