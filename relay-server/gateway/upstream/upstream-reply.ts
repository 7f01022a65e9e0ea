// Parses the head of an upstream reply, strictly, and drops from it what a client must not see.
import { ReplyFault } from './chunked-decoder.ts'
import { squeeze, TRACE_ID_HEADER } from '../request/field-names.ts'
import { GATEWAY_STAMP_HEADER, INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'

export const MAX_REPLY_HEAD_BYTES = 32_768
const MAX_REPLY_FIELDS = 128

/** How the body ends: there is none, after so many bytes, by its own chunks, or with the connection. */
export type ReplyBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' }

export interface ReplyHead {
  readonly status: number
  readonly reason: string
  /** Names and values in turn, those that may go to the client; Content-Length among them. */
  readonly fields: readonly string[]
  readonly body: ReplyBody
  /** False when the service announced that it closes the connection. */
  readonly keepAlive: boolean
  /** The values of an upgrade's answer, null when absent. */
  readonly upgrade: string | null
  readonly webSocketAccept: string | null
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/
const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}):[\t ]*([\t\x20-\x7e\x80-\xff]*)$/
const LENGTH = /^(?:0|[1-9]\d{0,14})$/
const HIDDEN = new Set(
  [
    'connection',
    'keep-alive',
    'proxy-connection',
    'proxy-authenticate',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'source',
    INTERNAL_KEY_HEADER,
    GATEWAY_STAMP_HEADER,
    TRACE_ID_HEADER,
  ].map(squeeze),
)

interface FieldsFound {
  readonly kept: string[]
  readonly names: string[]
  length: string | null
  encoding: string | null
  connection: string
  upgrade: string | null
  webSocketAccept: string | null
}

/** `text` is the head as latin1 without its empty line; `method` is the request's. Throws ReplyFault. */
export function parseReplyHead(text: string, method: string): ReplyHead {
  const lines = text.split('\r\n')
  const statusLine = STATUS_LINE.exec(lines[0] ?? '')
  if (statusLine === null) throw new ReplyFault('a malformed status line')
  if (lines.length - 1 > MAX_REPLY_FIELDS) throw new ReplyFault('too many reply fields')
  const found = readFields(lines)
  const status = Number(statusLine[2])
  const tokens = found.connection
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
  const fields = withoutNamed(found, tokens)
  const keepAlive = statusLine[1] === '1' ? !tokens.includes('close') : tokens.includes('keep-alive')
  const body = bodyOf(status, method, found)
  if (body.kind === 'length') fields.push('Content-Length', String(body.bytes))
  // A reply to HEAD says how long the body would have been.
  else if (body.kind === 'none' && found.length !== null && status >= 200 && status !== 204)
    fields.push('Content-Length', found.length)
  const { upgrade, webSocketAccept } = found
  return { status, reason: statusLine[3] ?? '', fields, body, keepAlive, upgrade, webSocketAccept }
}

function readFields(lines: readonly string[]): FieldsFound {
  const found: FieldsFound = {
    kept: [],
    names: [],
    length: null,
    encoding: null,
    connection: '',
    upgrade: null,
    webSocketAccept: null,
  }
  for (let at = 1; at < lines.length; at++) {
    const field = FIELD.exec(lines[at] ?? '')
    if (field === null) throw new ReplyFault('a malformed reply field')
    readField(found, field[1] ?? '', (field[2] ?? '').trimEnd())
  }
  return found
}

function readField(found: FieldsFound, name: string, value: string): void {
  const lower = name.toLowerCase()
  if (lower === 'content-length') {
    if (found.length !== null || !LENGTH.test(value)) throw new ReplyFault('a bad Content-Length')
    found.length = value
    return
  }
  if (lower === 'transfer-encoding') {
    if (found.encoding !== null || value.toLowerCase() !== 'chunked')
      throw new ReplyFault('a bad Transfer-Encoding')
    found.encoding = value
  } else if (lower === 'connection') found.connection += `,${value}`
  else if (lower === 'upgrade') found.upgrade = value.toLowerCase()
  else if (lower === 'sec-websocket-accept') {
    if (found.webSocketAccept !== null) throw new ReplyFault('a repeated Sec-WebSocket-Accept')
    found.webSocketAccept = value
  }
  if (HIDDEN.has(lower.replace(/[-_.]/g, ''))) return
  found.kept.push(name, value)
  found.names.push(lower)
}

// Fields that Connection names are for this hop only (E08).
function withoutNamed(found: FieldsFound, tokens: readonly string[]): string[] {
  const named = tokens.filter(
    (token) => token !== '' && token !== 'close' && token !== 'keep-alive' && token !== 'upgrade',
  )
  if (named.length === 0) return found.kept
  return found.names.flatMap((name, at) => (named.includes(name) ? [] : found.kept.slice(at * 2, at * 2 + 2)))
}

function bodyOf(status: number, method: string, found: FieldsFound): ReplyBody {
  if (found.encoding !== null && found.length !== null)
    throw new ReplyFault('Content-Length and Transfer-Encoding')
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return { kind: 'none' }
  if (found.encoding !== null) return { kind: 'chunked' }
  return found.length === null ? { kind: 'until-close' } : { kind: 'length', bytes: Number(found.length) }
}
