// Whose address counts: at the gateway for a browser's requests, at the hub for a device's connections.
import type { IncomingMessage } from 'node:http'
import { addressKeys } from '@pharmacy-relay/relay-server/http/address-keys.ts'

/**
 * The connection's address, IPv4 that came over an IPv6 socket as IPv4. Behind a TLS terminator that is the
 * terminator's own, so the last entry of X-Forwarded-For counts, which it added; what stands before it a client may
 * have written.
 */
export function clientAddress(request: IncomingMessage, behindTerminator: boolean): string {
  const own = addressKeys(request.socket.remoteAddress ?? '')?.address ?? ''
  const field = request.headers['x-forwarded-for']
  if (!behindTerminator || field === undefined) return own
  const last = [field].flat().join(',').split(',').at(-1)?.trim() ?? ''
  return addressKeys(last)?.address ?? own
}
