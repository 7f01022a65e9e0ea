// Form tokens: of the session when there is one, else of a signed cookie that a page without a session sets.
import { createHmac, randomBytes } from 'node:crypto'
import { secretEquals } from '@pharmacy-relay/relay-server/auth/internal-key.ts'
import type { Session } from './session.ts'
import { derivedKey } from './sealed-cookie.ts'
import { readCookie, setCookie } from './cookies.ts'

const FORM_COOKIE = '__Host-form'
const NONCE = /^[A-Za-z0-9_-]{22}$/

export interface FormTokens {
  /** The nonce in the signed cookie; null when there is none or its signature is wrong. */
  readNonce(cookieHeader: string | undefined): string | null
  newNonce(): string
  /** Set-Cookie with the nonce and its signature. */
  nonceCookie(nonce: string): string
  /** What the forms of a page carry. */
  token(session: Session | null, nonce: string | null): string
  /** Compares without telling by time where the tokens differ. */
  matches(presented: unknown, session: Session | null, nonce: string | null): boolean
}

/** `secrets`: the current one first. A nonce of an older one is not accepted: its page is loaded again. `cookie`: as for sessions. */
export function createFormTokens(secrets: readonly string[], cookie = FORM_COOKIE): FormTokens {
  const key = derivedKey(secrets[0] ?? '', 'forms before sign-in')
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const token: FormTokens['token'] = (session, nonce) => {
    if (session !== null)
      return createHmac('sha256', session.csrfSecret).update(session.id).digest('base64url')
    return nonce === null ? '' : sign(`form ${nonce}`)
  }
  return {
    readNonce: (cookieHeader) => {
      const [nonce = '', signature = ''] = (readCookie(cookieHeader, cookie) ?? '').split('.')
      return NONCE.test(nonce) && secretEquals(signature, sign(`cookie ${nonce}`)) ? nonce : null
    },
    newNonce: () => randomBytes(16).toString('base64url'),
    nonceCookie: (nonce) =>
      setCookie(cookie, `${nonce}.${sign(`cookie ${nonce}`)}`, { maxAgeS: null, httpOnly: true }),
    token,
    matches: (presented, session, nonce) => {
      const expected = token(session, nonce)
      return typeof presented === 'string' && expected !== '' && secretEquals(presented, expected)
    },
  }
}
