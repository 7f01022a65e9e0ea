// The time zone of a reader, as the browser script has told it in a plain cookie; UTC until then, and without a script.
import { readCookie } from './cookies.ts'

const ZONE = /^[A-Za-z0-9_+\-/]{1,64}$/

/** What is no zone that this process knows counts as none. */
export function readZone(cookieHeader: string | undefined): string {
  const zone = (readCookie(cookieHeader, 'zone') ?? '').replaceAll('%2F', '/')
  return ZONE.test(zone) && isKnown(zone) ? zone : 'UTC'
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
