// Where to go after sign-in: a path of this site, or nowhere.

const MAX_CHARS = 1_000
// Only what a path and a query of ours can hold: no backslash, no control character, no second slash in front.
const SAME_SITE_PATH = /^\/(?![/\\])[\w\-./~%?&=+,:@!$'()*;]*$/

/** The path when it stays on this site and leads to a page; null otherwise. */
export function returnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_CHARS || !SAME_SITE_PATH.test(value)) return null
  const base = 'http://portal.invalid'
  const url = URL.canParse(value, base) ? new URL(value, base) : null
  if (url === null || url.origin !== base) return null
  // Written anew, so that what is sent is what was judged. `//` may come out of dot segments.
  const path = url.pathname + url.search
  return path.startsWith('//') || /^\/(sign-|confirm)/.test(path) ? null : path
}
