// The key of a page in a browser. The link of `agent open` carries a secret behind its #, which no server hears unasked;
// the page trades it once for a cookie and this key, and keeps the key for its own origin, as long as its tab lives.
import { z } from 'zod'

const STORED = 'window-key'
const LINK = /^#open=([\w-]{43})$/
const LIMIT_MS = 10_000

const Opened = z.object({ key: z.string() })

/** The secret of a link; null where the hash is a route. */
export function secretIn(hash: string): string | null {
  return LINK.exec(hash)?.[1] ?? null
}

/** An empty text where this page is not let in: then the first request says so. */
export async function windowKey(): Promise<string> {
  const secret = secretIn(location.hash)
  if (secret === null) return sessionStorage.getItem(STORED) ?? ''
  // At once, so that it stays neither in the history nor on the screen.
  history.replaceState(null, '', '#/')
  const reply = await fetch('/open', {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => null)
  const opened = Opened.safeParse(await reply?.json().catch(() => null))
  if (!opened.success) return ''
  sessionStorage.setItem(STORED, opened.data.key)
  return opened.data.key
}
