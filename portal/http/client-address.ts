// Whose address counts: at the gateway for a browser's requests, at the hub for a device's connections.
import type { IncomingMessage } from 'node:http'
import { addressKeys } from '@pharmacy-relay/relay-server/http/address-keys.ts'
import { vouchedAddress } from '@pharmacy-relay/relay-server/http/admission/vouched-address.ts'

/** IPv4 that came over an IPv6 socket as IPv4; behind a TLS terminator whom it vouches for, else the peer. Empty without one. */
export function clientAddress({ socket, headers }: IncomingMessage, behindTerminator: boolean): string {
  const peer = addressKeys(socket.remoteAddress ?? '')
  return vouchedAddress(peer, headers['x-forwarded-for'], behindTerminator)?.address ?? ''
}
