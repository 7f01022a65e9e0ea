// Cookies as text: the Cookie field read, Set-Cookie written with the flags that every cookie of the portal has.

export interface CookieFlags {
  /** Seconds to live; null for as long as the browser runs. 0 deletes the cookie. */
  readonly maxAgeS: number | null
  readonly httpOnly: boolean
  /** The only pages that get it, with all below; every page unless said. */
  readonly path?: string
}

/** The first cookie of that name; null when there is none. Two of the same name are as good as none. */
export function readCookie(header: string | undefined, name: string): string | null {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return found.length === 1 ? (found[0]?.slice(name.length + 1) ?? null) : null
}

/** A Set-Cookie field. Secure works on loopback without TLS too: browsers trust loopback. */
export function setCookie(name: string, value: string, flags: CookieFlags): string {
  return [
    `${name}=${value}`,
    `Path=${flags.path ?? '/'}`,
    'Secure',
    'SameSite=Lax',
    ...(flags.httpOnly ? ['HttpOnly'] : []),
    ...(flags.maxAgeS === null ? [] : [`Max-Age=${flags.maxAgeS}`]),
  ].join('; ')
}
