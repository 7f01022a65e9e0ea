// Whose address the gateway counts a request by.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The connection's address. Behind a TLS terminator that is the terminator's own, so the last entry of
 * X-Forwarded-For counts, which it added; what stands before it a client may have written.
 */
export function clientAddress(request: IncomingMessage, behindTerminator: boolean): string {
  const own = plain(request.socket.remoteAddress ?? '')
  const field = request.headers['x-forwarded-for']
  if (!behindTerminator || field === undefined) return own
  const last = plain([field].flat().join(',').split(',').at(-1)?.trim() ?? '')
  return isIP(last) === 0 ? own : last
}

/** IPv4 addresses that came over an IPv6 socket are written as IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
