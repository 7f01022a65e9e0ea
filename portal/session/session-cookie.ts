// The encrypted cookie that holds a session; what does not open is no session.
import { createSealedCookie, type SealedCookie } from './sealed-cookie.ts'
import { Session } from './session.ts'

/** The prefix makes browsers insist on Secure, Path=/ and no Domain. */
export const SESSION_COOKIE = '__Host-session'

export type SessionCookie = SealedCookie<Session>

/** `secrets`: the current one first, which encrypts; all of them decrypt. `name`: of another site on the same host, whose cookies we see. */
export function createSessionCookie(secrets: readonly string[], name = SESSION_COOKIE): SessionCookie {
  return createSealedCookie({
    name,
    purpose: 'session cookie',
    schema: Session,
    secrets,
    maxAgeS: null,
  })
}
