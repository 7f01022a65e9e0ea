// The encrypted cookie that holds a session: JWE, direct key, AES-256-GCM; what does not open is no session.
import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { Session } from './session.ts'
import { readCookie, setCookie } from './cookies.ts'

/** The prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const SESSION_COOKIE = '__Host-session'
/** Browsers drop larger ones; with name and flags. */
const MAX_COOKIE_CHARS = 4_000

export interface SessionCookie {
  /** Set-Cookie with the session. Throws Error when it does not fit into a cookie. */
  write(session: Session): Promise<string>
  /** The session of a Cookie field; null for none, a tampered one, or one of a key no longer held. */
  read(cookieHeader: string | undefined): Promise<Session | null>
  /** Set-Cookie that deletes it. */
  readonly clear: string
}

/** A key for one purpose, made of a setting's secret. */
export function derivedKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', `pharmacy-relay ${purpose}`, 32),
  )
}

/** `secrets`: the current one first, which encrypts; all of them decrypt. */
export function createSessionCookie(secrets: readonly string[]): SessionCookie {
  const keys = secrets.map((secret) => derivedKey(secret, 'session cookie'))
  const [current] = keys
  if (current === undefined) throw new Error('A cookie key is needed')
  return {
    write: async (session) => {
      const sealed = await new EncryptJWT({ session })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(current)
      const field = setCookie(SESSION_COOKIE, sealed, { maxAgeS: null, httpOnly: true })
      if (field.length > MAX_COOKIE_CHARS)
        throw new Error(`The session cookie would have ${field.length} characters`)
      return field
    },
    read: async (cookieHeader) => {
      const sealed = readCookie(cookieHeader, SESSION_COOKIE)
      if (sealed === null || sealed.length > MAX_COOKIE_CHARS) return null
      for (const key of keys) {
        const session = await open(sealed, key)
        if (session !== null) return session
      }
      return null
    },
    clear: setCookie(SESSION_COOKIE, '', { maxAgeS: 0, httpOnly: true }),
  }
}

async function open(sealed: string, key: Uint8Array): Promise<Session | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return Session.safeParse(payload['session']).data ?? null
  } catch {
    return null
  }
}
