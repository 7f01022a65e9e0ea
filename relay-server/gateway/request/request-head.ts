// Judges a parsed request head (rules G1 to G10) and says what of it may be forwarded; pure, no I/O.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import {
  CLIENT_ADDRESS_HEADER,
  type FieldName,
  type FieldNames,
  SERVICE_TOKEN_HEADER,
} from './field-names.ts'
import { judgeTarget, type RequestTarget } from './request-target.ts'
import { fieldBytes, refusalOfFieldBytes, refusalOfFieldCount } from '../../http/admission/head-limits.ts'
import { isHubPath, matchRoute, pathRuleOf, type PathRule, type Route, type RouteTable } from '../routes.ts'
import { judgeHandshake } from './websocket-handshake.ts'

/** The head as node:http parsed it. */
export interface ReceivedHead {
  readonly method: string
  readonly target: string
  readonly httpVersion: string
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[]
}

export interface HeadRules {
  readonly routes: RouteTable
  readonly names: FieldNames
}

/** `length` in bytes for a body of known length, `chunked` for one that ends itself, `none` without one. */
export type BodyKind =
  | { readonly kind: 'none' | 'chunked' }
  | { readonly kind: 'length'; readonly bytes: number }

export interface AcceptedHead {
  readonly method: string
  readonly route: Route
  /** Prefix removed, query kept: the bytes that go upstream. */
  readonly target: string
  readonly host: string
  /** Client fields to forward, each as `Name: value\r\n`. */
  readonly fieldText: string
  readonly body: BodyKind
  readonly rule: PathRule
  readonly expectsContinue: boolean
  readonly serviceToken: string | null
  /** Of `Authorization: Bearer`, which is forwarded as it came. */
  readonly bearer: string | null
  readonly clientAddress: string | null
  /** Where it came from another program, if that proves to be ours. */
  readonly traceId: string | null
  /** The last X-Forwarded-For as it came; null without one. */
  readonly forwardedFor: string | null
  /** The client's Sec-WebSocket-Key when this is an upgrade to a hub, else null. */
  readonly webSocketKey: string | null
}

/** What reading the fields found, by field. */
export interface FieldsRead {
  readonly values: ReadonlyMap<string, string>
  readonly forwarded: string
  readonly forwardedFor: string | null
  readonly traceId: string | null
  readonly webSocket: string
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const HOST = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
const CONNECTION = /^[\t ]*(?:close|keep-alive|upgrade)(?:[\t ]*,[\t ]*(?:close|keep-alive|upgrade))*[\t ]*$/i
const LENGTH = /^(?:0|[1-9]\d{0,9})$/
const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i
const TRACE_ID = /^[0-9a-f]{32}$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Throws ProblemError with the code to answer; whatever it returns is safe to forward. */
export function judgeHead(head: ReceivedHead, rules: HeadRules): AcceptedHead {
  if (!METHODS.has(head.method)) throw new ProblemError('not_supported', 'This method is not supported')
  if (head.httpVersion !== '1.1' && head.httpVersion !== '1.0')
    throw refused('Only HTTP/1.1 and HTTP/1.0 are spoken here')
  const target = judgeTarget(head.target)
  const fields = readFields(head.rawHeaders, rules.names)
  const host = fields.values.get('host')
  if (host === undefined || !HOST.test(host)) throw refused('Host is missing or malformed')
  const body = judgeBody(head, fields)
  const expects = fields.values.get('expect')
  if (expects !== undefined && expects.toLowerCase() !== '100-continue')
    throw refused('Only 100-continue can be expected')
  const { route, rest } = findRoute(rules.routes, target)
  const webSocketKey = judgeUpgrade({ head, fields, body, hub: route.hub === 'open' && isHubPath(rest) })
  const rule = pathRuleOf(route, rest)
  if (body.kind === 'length' && body.bytes > rule.maxBodyBytes) throw bodyTooLarge(rule.maxBodyBytes)
  return {
    method: head.method,
    route,
    target: rest + target.query,
    host,
    fieldText: webSocketKey === null ? fields.forwarded : fields.forwarded + fields.webSocket,
    body,
    rule,
    expectsContinue: expects !== undefined && head.httpVersion === '1.1',
    serviceToken: fields.values.get(SERVICE_TOKEN_HEADER) ?? null,
    bearer: BEARER.exec(fields.values.get('authorization') ?? '')?.[1] ?? null,
    clientAddress: fields.values.get(CLIENT_ADDRESS_HEADER) ?? null,
    traceId: fields.traceId,
    forwardedFor: fields.forwardedFor,
    webSocketKey,
  }
}

/** A head that was judged: either fit to forward, or the problem to answer. */
export type Judged = { readonly head: AcceptedHead } | { readonly problem: ProblemError }

/** As `judgeHead`, with the refusal as a value. */
export function judge(head: ReceivedHead, rules: HeadRules): Judged {
  try {
    return { head: judgeHead(head, rules) }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error }
    throw error
  }
}

/** The refusal of a body over the limit, in bytes. */
export function bodyTooLarge(limit: number): ProblemError {
  return new ProblemError('too_large', `The body is larger than ${limit} bytes`)
}

function findRoute(routes: RouteTable, target: RequestTarget): { route: Route; rest: string } {
  const route = matchRoute(routes, target.path)
  if (route === null) throw new ProblemError('not_found', 'No service has this address')
  const rest = target.path.slice(route.prefix.length) || '/'
  const reserved = route.hub === 'reserved' && (isHubPath(rest) || rest.startsWith('/hubs/'))
  if (reserved) throw new ProblemError('not_found', 'There is no hub at this address')
  return { route, rest }
}

function readFields(rawHeaders: readonly string[], names: FieldNames): FieldsRead {
  const tooMany = refusalOfFieldCount(rawHeaders)
  if (tooMany !== null) throw tooMany
  const values = new Map<string, string>()
  let [forwarded, webSocket, bytes] = ['', '', 0]
  let forwardedFor: string | null = null
  let traceId: string | null = null
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = rawHeaders[at + 1] ?? ''
    bytes += fieldBytes(name, value)
    const field = judgeField(names.judge(name), value)
    if (field.once && values.has(field.name)) throw refused(`The field ${field.name} is repeated`)
    if (field.once) values.set(field.name, value)
    if (field.use === 'forward') forwarded += `${name}: ${value}\r\n`
    else if (field.use === 'forwarded-for') forwardedFor = value
    else if (field.use === 'trace-id') traceId = TRACE_ID.test(value) ? value : null
    else if (field.use === 'websocket') webSocket += `${name}: ${value}\r\n`
  }
  const tooLarge = refusalOfFieldBytes(bytes)
  if (tooLarge !== null) throw tooLarge
  return { values, forwarded, forwardedFor, traceId, webSocket }
}

function judgeField(field: FieldName | null, value: string): FieldName {
  if (field === null) throw refused('A field name holds characters other than letters, digits and hyphen')
  if (!VALUE.test(value)) throw refused(`The field ${field.name} holds a control character`)
  if (field.use === 'refuse') throw refused(`The field ${field.name} is not accepted`)
  if (field.use === 'connection' && !CONNECTION.test(value)) {
    throw refused('Connection may hold only close, keep-alive and upgrade')
  }
  return field
}

function judgeBody(head: ReceivedHead, fields: FieldsRead): BodyKind {
  const encoding = fields.values.get('transfer-encoding')
  const length = fields.values.get('content-length')
  if (encoding !== undefined) {
    if (length !== undefined) throw refused('Content-Length and Transfer-Encoding exclude each other')
    if (head.httpVersion === '1.0') throw refused('HTTP/1.0 has no Transfer-Encoding')
    if (encoding.toLowerCase() !== 'chunked')
      throw new ProblemError('not_supported', 'The only transfer coding is chunked')
    return { kind: 'chunked' }
  }
  if (length === undefined) return { kind: 'none' }
  if (!LENGTH.test(length)) throw refused('Content-Length is malformed')
  return length === '0' ? { kind: 'none' } : { kind: 'length', bytes: Number(length) }
}

function judgeUpgrade(asked: {
  head: ReceivedHead
  fields: FieldsRead
  body: BodyKind
  hub: boolean
}): string | null {
  const upgrade = asked.fields.values.get('upgrade')
  if (upgrade === undefined) return null
  if (!asked.hub) throw refused('There is nothing to upgrade to at this address')
  if (asked.head.method !== 'GET' || asked.head.httpVersion !== '1.1' || asked.body.kind !== 'none') {
    throw refused('An upgrade is a GET of HTTP/1.1 without a body')
  }
  return judgeHandshake(upgrade, asked.fields.values)
}

function refused(detail: string): ProblemError {
  return new ProblemError('request_refused', detail)
}
