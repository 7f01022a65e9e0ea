// What each request field name means to the gateway: forwarded, read, dropped or refused (rules G2 to G5, G9).
import { GATEWAY_STAMP_HEADER, INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'

/** Proof of the calling service; read by the gateway and never forwarded. */
export const SERVICE_TOKEN_HEADER = 'x-service-token'
/** For whom a proven service calls; read by the gateway and never forwarded. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
/** Believed of a TLS terminator only, its last entry; never forwarded as it came. */
const FORWARDED_FOR_HEADER = 'x-forwarded-for'
/** Believed of a proven service alone; never forwarded as it came. */
export const TRACE_ID_HEADER = 'x-trace-id'

export type FieldUse =
  | 'forward'
  | 'drop'
  | 'refuse'
  | 'host'
  | 'content-length'
  | 'transfer-encoding'
  | 'connection'
  | 'expect'
  | 'upgrade'
  | 'service-token'
  | 'client-address'
  | 'trace-id'
  | 'forwarded-for'
  | 'websocket'

export interface FieldName {
  readonly use: FieldUse
  /** A second field of this name makes the request ambiguous. */
  readonly once: boolean
  /** In lower case. */
  readonly name: string
}

const NAME = /^[A-Za-z0-9-]{1,64}$/
// Names that recur are looked up; names beyond this many are judged each time, so a client cannot grow the table.
const MAX_REMEMBERED = 512

const READ = new Map<string, FieldUse>([
  ['host', 'host'],
  ['content-length', 'content-length'],
  ['transfer-encoding', 'transfer-encoding'],
  ['expect', 'expect'],
  ['upgrade', 'upgrade'],
  [SERVICE_TOKEN_HEADER, 'service-token'],
  [CLIENT_ADDRESS_HEADER, 'client-address'],
])
const FORWARDED_ONCE = new Set(['authorization', 'content-type', 'origin'])

/** Squeezed names that never reach a service: hop-by-hop, claims about the client's address, and our own fields. */
const DROPPED = new Set(
  [
    'keep-alive',
    'proxy-connection',
    'proxy-authorization',
    'proxy-authenticate',
    'te',
    'http2-settings',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-cluster-client-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    'source',
    TRACE_ID_HEADER,
    GATEWAY_STAMP_HEADER,
    SERVICE_TOKEN_HEADER,
    CLIENT_ADDRESS_HEADER,
  ].map(squeeze),
)
const INTERNAL_KEY = squeeze(INTERNAL_KEY_HEADER)
const FORWARDED_FAMILY = 'xforwarded'

/** Letters and digits only: how a lenient server behind might fold a name. */
export function squeeze(name: string): string {
  return name.toLowerCase().replaceAll('-', '')
}

/** Judges names and remembers the usual ones. */
export class FieldNames {
  readonly #known = new Map<string, FieldName>()

  /** Null when the name is outside letters, digits and hyphen, or longer than 64. */
  judge(name: string): FieldName | null {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    if (!NAME.test(name)) return null
    const judged = judgeName(name.toLowerCase())
    if (this.#known.size < MAX_REMEMBERED) this.#known.set(name, judged)
    return judged
  }
}

function judgeName(name: string): FieldName {
  const squeezed = squeeze(name)
  if (squeezed === INTERNAL_KEY) return { use: 'drop', once: true, name: INTERNAL_KEY_HEADER }
  const read = READ.get(name)
  if (read !== undefined) return { use: read, once: true, name }
  if (name === FORWARDED_FOR_HEADER) return { use: 'forwarded-for', once: false, name }
  if (name === TRACE_ID_HEADER) return { use: 'trace-id', once: false, name }
  if (name === 'connection') return { use: 'connection', once: false, name }
  if (name === 'trailer') return { use: 'refuse', once: true, name }
  if (name.startsWith('sec-websocket-')) return { use: 'websocket', once: true, name }
  if (DROPPED.has(squeezed) || squeezed.startsWith(FORWARDED_FAMILY))
    return { use: 'drop', once: false, name }
  return { use: 'forward', once: FORWARDED_ONCE.has(name), name }
}
