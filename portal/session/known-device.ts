// What a browser keeps of a full sign-in: its guesses count apart from those of strangers. Identity signs it and judges it.
import { readCookie, setCookie } from './cookies.ts'

const COOKIE = '__Host-known'
/** Identity takes it for so long, in seconds. A change of the password ends it earlier. */
const LIFE_S = 180 * 86_400
/** What can stand in a cookie as it is. */
const FORM = /^[\w.~-]{1,300}$/

/** Null for none, and for what identity never gave. */
export function readKnownDevice(cookieHeader: string | undefined): string | null {
  const known = readCookie(cookieHeader, COOKIE)
  return known !== null && FORM.test(known) ? known : null
}

/** Set-Cookie; null for what cannot stand in one. */
export function knownDeviceCookie(known: string): string | null {
  return FORM.test(known) ? setCookie(COOKIE, known, { maxAgeS: LIFE_S, httpOnly: true }) : null
}
