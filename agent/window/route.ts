// Which page is shown: the hash of the address, as #/labels/ and the id of one. Without a hash it is the overview.
import { useEffect, useState } from 'preact/hooks'

export interface Route {
  /** First part of the hash; an empty text is the overview. */
  readonly page: string
  /** What follows it, decoded; empty when nothing does. */
  readonly rest: readonly string[]
}

/** A hash of another kind, as the link of `agent open` has it, is no place. */
export function routeOf(hash: string): Route {
  if (!hash.startsWith('#/')) return { page: '', rest: [] }
  const [page = '', ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded)
  return { page, rest: rest.filter((part) => part !== '') }
}

export function hrefOf(page: string, ...rest: readonly (string | number)[]): string {
  return `#/${[page, ...rest].map((part) => encodeURIComponent(part)).join('/')}`
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = (): void => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return routeOf(hash)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
