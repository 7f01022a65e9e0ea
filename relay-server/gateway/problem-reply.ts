// The gateway's own replies: problem details with Source, no-store and the trace id, on a response or on a bare socket.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PROBLEM_CODES, problemBody, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { TRACE_ID_HEADER } from './field-names.ts'
import type { RateVerdict } from './rate-limit.ts'

/** What every response of the gateway carries. */
export function gatewayFields(traceId: string): readonly string[] {
  return ['Source', 'gateway', TRACE_ID_HEADER, traceId]
}

// How much and how long a refused body is read, so that the client sees the reply instead of a reset.
const LINGER_BYTES = 1_048_576
const LINGER_MS = 1_000

export interface ProblemReply {
  readonly error: ProblemError
  readonly traceId: string
  /** The verdict behind a 429, else null. */
  readonly rate: RateVerdict | null
  /** The connection ends with this reply. */
  readonly close: boolean
}

/** Answers a request with a problem. An unread body makes it the connection's last reply. */
export function sendProblem(req: IncomingMessage, res: ServerResponse, reply: ProblemReply): void {
  const body = JSON.stringify(problemBody(reply.error, reply.traceId))
  if (reply.close || !req.complete) res.shouldKeepAlive = false
  res.writeHead(PROBLEM_CODES[reply.error.code].status, [...problemFields(reply, body)])
  if (req.method !== 'HEAD') res.write(body)
  endAfterBody(req, res)
}

/** Emitted on a response when the rest of its request cannot be parsed; who listens has nothing more to say than what is written. */
export const BODY_UNREADABLE = 'bodyUnreadable'

/** Ends the response once the request body was read or given up; nothing of that body is kept. */
export function endAfterBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) {
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

/** The whole reply as bytes, for a socket on which node:http could not parse a request. Closes the connection. */
export function rawProblem(error: ProblemError, traceId: string): string {
  const body = JSON.stringify(problemBody(error, traceId))
  const fields = problemFields({ error, traceId, rate: null, close: true }, body)
  let text = `HTTP/1.1 ${PROBLEM_CODES[error.code].status} ${PROBLEM_CODES[error.code].title}\r\nConnection: close\r\n`
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
  return `${text}\r\n${body}`
}

function problemFields(reply: ProblemReply, body: string): readonly string[] {
  const { retryAfterS } = reply.error
  return [
    ...['Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', ...gatewayFields(reply.traceId)],
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
