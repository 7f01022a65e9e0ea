// A text form of what messages between processes may carry, since the debugging protocol carries text only. Runs in Node and
// in both worlds of a page.

type Coded = null | boolean | number | string | Coded[] | { readonly [tag: string]: Coded }

/** Throws Error with Electron's words for what cannot be copied, such as a function. */
export function encode(value: unknown): string {
  return JSON.stringify(coded(value))
}

export function decode(text: string): unknown {
  return decoded(JSON.parse(text) as Coded)
}

function coded(value: unknown): Coded {
  if (value === undefined) return { $undefined: true }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : { $number: String(value) }
  if (value instanceof Date) return { $date: value.getTime() }
  if (Array.isArray(value)) return value.map(coded)
  if (typeof value === 'object' && Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {}) === null) {
    return { $object: Object.entries(value).map(([key, child]) => [key, coded(child)]) }
  }
  throw new Error('An object could not be cloned.')
}

function decoded(value: Coded): unknown {
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  if ('$undefined' in value) return undefined
  if ('$number' in value) return Number(value['$number'])
  if ('$date' in value) return new Date(Number(value['$date']))
  const entries = value['$object'] as [string, Coded][]
  return Object.fromEntries(entries.map(([key, child]) => [key, decoded(child)]))
}
