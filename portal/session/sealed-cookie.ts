// An encrypted cookie of one kind: JWE, direct key, AES-256-GCM; what does not open, or is of another shape, is none.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { z } from 'zod'
import { readCookie, setCookie } from './cookies.ts'

/** Browsers drop larger ones; with name and flags. */
const MAX_COOKIE_CHARS = 4_000

export interface SealedCookie<T> {
  /** Set-Cookie with the value. Throws Error when it does not fit into a cookie. */
  write(value: T): Promise<string>
  /** The value in a Cookie field; null for none, a tampered one, one of another kind, or one of a key no longer held. */
  read(cookieHeader: string | undefined): Promise<T | null>
  /** Set-Cookie that deletes it. */
  readonly clear: string
}

interface SealedCookieGiven<S extends z.ZodType> {
  /** `__Host-…`: browsers then insist on Secure, Path=/ and no Domain. `__Secure-…` where it has a path of its own. */
  readonly name: string
  /** The only pages that get it, with all below; every page unless said. */
  readonly path?: string
  /** What its key is made for, so that no cookie opens as one of another kind. */
  readonly purpose: string
  readonly schema: S
  /** The current one first, which encrypts; all of them decrypt. */
  readonly secrets: readonly string[]
  /** Seconds to live; null for as long as the browser runs. */
  readonly maxAgeS: number | null
}

/** A key for one purpose, made of a setting's secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', `pharmacy-relay ${purpose}`, 32),
  )
}

export function createSealedCookie<S extends z.ZodType>(
  given: SealedCookieGiven<S>,
): SealedCookie<z.output<S>> {
  const { name, path = '/', purpose, schema, secrets, maxAgeS } = given
  const keys = secrets.map((secret) => derivedKey(secret, purpose))
  const [current] = keys
  if (current === undefined) throw new Error('A cookie key is needed')
  return {
    write: async (value) => {
      const sealed = await new EncryptJWT({ held: value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(current)
      const field = setCookie(name, sealed, { maxAgeS, httpOnly: true, path })
      if (field.length > MAX_COOKIE_CHARS)
        throw new Error(`The ${purpose} would have ${field.length} characters`)
      return field
    },
    read: async (cookieHeader) => {
      const sealed = readCookie(cookieHeader, name)
      if (sealed === null || sealed.length > MAX_COOKIE_CHARS) return null
      for (const key of keys) {
        const held = schema.safeParse(await opened(sealed, key))
        if (held.success) return held.data
      }
      return null
    },
    clear: setCookie(name, '', { maxAgeS: 0, httpOnly: true, path }),
  }
}

/** Undefined when it does not open. */
async function opened(sealed: string, key: Uint8Array): Promise<unknown> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload['held']
  } catch {
    return undefined
  }
}
