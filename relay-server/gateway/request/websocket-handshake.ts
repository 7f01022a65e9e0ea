// The WebSocket opening handshake (RFC 6455 section 4): what a client must ask and what a service must answer.
import { createHash } from 'node:crypto'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

// 16 bytes in base64: 22 characters and two of padding.
const KEY = /^[A-Za-z0-9+/]{22}==$/
const ACCEPT_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Returns the client's key; throws ProblemError `request_refused`. `values` are keyed by lower-case field name. */
export function judgeHandshake(upgrade: string, values: ReadonlyMap<string, string>): string {
  const key = values.get('sec-websocket-key') ?? ''
  const sound =
    upgrade.toLowerCase() === 'websocket' && values.get('sec-websocket-version') === '13' && KEY.test(key)
  if (!sound)
    throw new ProblemError('request_refused', 'This is not an opening handshake of WebSocket version 13')
  return key
}

/** The Sec-WebSocket-Accept value that proves the service understood this key. */
export function acceptOf(key: string): string {
  return createHash('sha1')
    .update(key + ACCEPT_GUID, 'latin1')
    .digest('base64')
}
