// The time zone of a reader, as the browser script has told it in a plain cookie; that of the platform until then, and without a script.
import { readCookie } from './cookies.ts'

const ZONE = /^[A-Za-z0-9_+\-/]{1,64}$/

/** What is no zone that this process knows counts as none: then it is `usual`. */
export function readZone(cookieHeader: string | undefined, usual: string): string {
  const zone = (readCookie(cookieHeader, 'zone') ?? '').replaceAll('%2F', '/')
  return isZone(zone) ? zone : usual
}

/** A name of the IANA's, such as Europe/Istanbul. */
export function isZone(zone: string): boolean {
  if (!ZONE.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
