// What a page says once about what was just done: a short-lived cookie for its address, which goes when it is shown.
import { readCookie, setCookie } from './cookies.ts'

const COOKIE = '__Host-notice'
/** As long as the page may take that shows it, in seconds. */
const LIFE_S = 60

export interface OnceNotice {
  /** Which notice: pages know their own and ignore others. */
  readonly word: string
  /** The page that it is for, without a query. */
  readonly path: string
}

/** Null for none, and for the notice of another page. It stands for a text of ours, so that nothing is gained by forging it. */
export function readNotice(cookieHeader: string | undefined, path: string): string | null {
  const [word = '', wanted = ''] = (readCookie(cookieHeader, COOKIE) ?? '').split('.')
  return word !== '' && wanted === encodeURIComponent(path) ? word : null
}

export function noticeCookie({ word, path }: OnceNotice): string {
  return setCookie(COOKIE, `${word}.${encodeURIComponent(path)}`, { maxAgeS: LIFE_S, httpOnly: true })
}

export const NO_NOTICE = setCookie(COOKIE, '', { maxAgeS: 0, httpOnly: true })
