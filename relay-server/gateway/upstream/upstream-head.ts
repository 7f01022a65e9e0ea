// Builds the request head that goes upstream, from nothing: judged client fields, then the gateway's own.
import { GATEWAY_STAMP_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { TRACE_ID_HEADER } from '../request/field-names.ts'
import type { AcceptedHead, BodyKind } from '../request/request-head.ts'

export interface ForwardingFacts {
  /** The client's address: the socket's, or the one a proven service vouched for. */
  readonly clientAddress: string
  readonly proto: 'http' | 'https'
  readonly traceId: string
}

const NEEDS_LENGTH = new Set(['POST', 'PUT', 'PATCH'])

/** Ends with the empty line. `body` is how the body will be framed upstream. */
export function upstreamHead(head: AcceptedHead, facts: ForwardingFacts, body: BodyKind): string {
  return (
    `${head.method} ${head.target} HTTP/1.1\r\nHost: ${head.route.upstream.authority}\r\n` +
    `${head.fieldText}${connectionText(head)}${framingText(head.method, body)}` +
    // The presence of the stamp only ever takes rights away, so it needs no secret.
    `X-Forwarded-For: ${facts.clientAddress}\r\nX-Forwarded-Proto: ${facts.proto}\r\n` +
    `X-Forwarded-Host: ${head.host}\r\nX-Forwarded-Prefix: ${head.route.prefix}\r\n` +
    `${GATEWAY_STAMP_HEADER}: 1\r\n${TRACE_ID_HEADER}: ${facts.traceId}\r\n\r\n`
  )
}

function connectionText(head: AcceptedHead): string {
  return head.webSocketKey === null ? '' : 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
}

function framingText(method: string, body: BodyKind): string {
  if (body.kind === 'chunked') return 'Transfer-Encoding: chunked\r\n'
  if (body.kind === 'length') return `Content-Length: ${body.bytes}\r\n`
  return NEEDS_LENGTH.has(method) ? 'Content-Length: 0\r\n' : ''
}
