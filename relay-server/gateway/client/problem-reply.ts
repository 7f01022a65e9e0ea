// The gateway's own replies: problem details with Source, no-store and the trace id, on a response or on a bare socket.
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  PROBLEM_CODES,
  problemBody,
  type ProblemCode,
  type ProblemError,
} from '@pharmacy-relay/shared/problem.ts'
import { TRACE_ID_HEADER } from '../request/field-names.ts'
import { BODY_UNREADABLE } from '../../http/admission/client-connection.ts'
import type { RateVerdict } from '../../http/admission/rate-limit.ts'

/** What every response of the gateway carries. */
export function gatewayFields(traceId: string): readonly string[] {
  return ['Source', 'gateway', TRACE_ID_HEADER, traceId]
}

const BODY_FIELD = /^(?:content-length|transfer-encoding)$/i
// How much and how long a refused body is read, so that the client sees the reply instead of a reset.
const LINGER_BYTES = 1_048_576
const LINGER_MS = 1_000

export interface ProblemReply {
  readonly error: ProblemError
  readonly traceId: string
  /** The verdict behind a 429, else null. */
  readonly rate: RateVerdict | null
}

// After these the framing of what follows cannot be trusted, or is not worth reading.
const CLOSING_CODES: ReadonlySet<ProblemCode> = new Set([
  'request_refused',
  'request_timeout',
  'too_large',
  'target_too_long',
  'head_too_large',
  'not_supported',
])

/** Answers a request with a problem. After a malformed head or an unread body it is the connection's last reply. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, reply: ProblemReply): void {
  const body = JSON.stringify(problemBody(reply.error, reply.traceId))
  if (CLOSING_CODES.has(reply.error.code) || isBodyUnread(req)) res.shouldKeepAlive = false
  res.writeHead(PROBLEM_CODES[reply.error.code].status, [...problemFields(reply, body)])
  if (req.method !== 'HEAD') res.write(body)
  endAfterBody(req, res)
}

/** Ends the response once the request body was read or given up; nothing of that body is kept. */
export function endAfterBody(req: IncomingMessage, res: ServerResponse): void {
  if (!isBodyUnread(req)) {
    res.end()
    return
  }
  let discarded = 0
  const end = (): void => {
    clearTimeout(timer)
    req.off('data', onData)
    res.off(BODY_UNREADABLE, end)
    res.end()
  }
  const onData = (bytes: Buffer): void => {
    discarded += bytes.length
    if (discarded > LINGER_BYTES) end()
  }
  const timer = setTimeout(end, LINGER_MS)
  res.once(BODY_UNREADABLE, end)
  req.once('end', end).once('close', end).on('data', onData).resume()
}

// A request is not yet `complete` when it is announced, even without a body.
function isBodyUnread(req: IncomingMessage): boolean {
  if (req.complete) return false
  return req.rawHeaders.some(
    (name, at) => at % 2 === 0 && BODY_FIELD.test(name) && req.rawHeaders[at + 1] !== '0',
  )
}

/** The whole reply as bytes, for a socket on which node:http could not parse a request. Closes the connection. */
export function rawProblem(error: ProblemError, traceId: string): string {
  const body = JSON.stringify(problemBody(error, traceId))
  const fields = problemFields({ error, traceId, rate: null }, body)
  let text = `HTTP/1.1 ${PROBLEM_CODES[error.code].status} ${PROBLEM_CODES[error.code].title}\r\nConnection: close\r\n`
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
  return `${text}\r\n${body}`
}

function problemFields(reply: ProblemReply, body: string): readonly string[] {
  const { retryAfterS } = reply.error
  return [
    'Content-Type',
    'application/problem+json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    ...gatewayFields(reply.traceId),
    ...(retryAfterS === null ? [] : ['Retry-After', String(retryAfterS)]),
    ...(reply.rate === null ? [] : rateFields(reply.rate)),
  ]
}

function rateFields(rate: RateVerdict): readonly string[] {
  const resetS = String(Math.ceil(rate.waitMs / 1000))
  const policy = `${rate.permit};w=${rate.windowMs / 1000}`
  return [
    'RateLimit-Limit',
    String(rate.permit),
    'RateLimit-Remaining',
    '0',
    'RateLimit-Reset',
    resetS,
    'RateLimit-Policy',
    policy,
  ]
}
