// Whether what is said today covers what was recorded: every field with its value; a later version may say more.

/**
 * Members of which only the type is compared: times, figures of one moment, what is random or signed, what one computer or
 * release is, and English sentences, which codes stand beside.
 */
const VARIES: ReadonlySet<string> = new Set(
  [
    'timestamp serverTime at acceptedAt changedAt hour ttlMs latencyMs tookMs',
    // How often it was tried in the meantime.
    'attempts',
    'nonce signature certificate audience id installId bootId connectionId',
    'agentVersion clientVersion agent os totalRamMb addresses',
    'message detail',
    // Of a diagnosis: what is found differs from one computer to the next.
    'hops',
  ].flatMap((names) => names.split(' ')),
)

/** Null: it does; else where it does not, and how. */
export function difference(recorded: unknown, today: unknown, at = ''): string | null {
  const name = at.slice(at.lastIndexOf('.') + 1)
  if (VARIES.has(name)) return kindOf(recorded) === kindOf(today) ? null : words(at, recorded, today)
  if (recorded instanceof Uint8Array && today instanceof Uint8Array)
    return Buffer.from(recorded).equals(today) ? null : words(at, '<bytes>', '<other bytes>')
  if (Array.isArray(recorded) && Array.isArray(today)) return listDifference(recorded, today, at)
  if (isObject(recorded) && isObject(today))
    return firstOf(Object.keys(recorded), (key) => difference(recorded[key], today[key], `${at}.${key}`))
  return Object.is(recorded, today) ? null : words(at, recorded, today)
}

/** Each in its order; others may stand between, such as printers of this computer. */
function listDifference(recorded: readonly unknown[], today: readonly unknown[], at: string): string | null {
  let next = 0
  return firstOf(recorded, (one, index) => {
    const found = today.findIndex((other, place) => place >= next && difference(one, other, at) === null)
    if (found === -1) return difference(one, today[index], `${at}[${index}]`) ?? words(at, one, today)
    next = found + 1
    return null
  })
}

function firstOf<T>(all: readonly T[], find: (one: T, index: number) => string | null): string | null {
  for (const [index, one] of all.entries()) {
    const found = find(one, index)
    if (found !== null) return found
  }
  return null
}

function words(at: string, recorded: unknown, today: unknown): string {
  return `${at || 'it'} was ${JSON.stringify(recorded)} and is ${JSON.stringify(today) ?? 'left out'}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object'
}
