// The address that somebody counts by: the connection's own, or the one that a peer who is believed vouches for.
import type { IncomingMessage } from 'node:http'
import { addressKeys, type AddressKeys } from '../address-keys.ts'
import type { PrivateNetwork } from '../private-network.ts'

/**
 * `isBelieved`: the peer is a TLS terminator or the gateway, which adds the last entry of X-Forwarded-For. What stands
 * before that entry a client may have written. Null only for a peer without an address.
 */
export function vouchedAddress(
  peer: AddressKeys | null,
  forwardedFor: string | readonly string[] | null | undefined,
  isBelieved: boolean,
): AddressKeys | null {
  if (!isBelieved || forwardedFor === null || forwardedFor === undefined) return peer
  const last = [forwardedFor].flat().join(',').split(',').at(-1)?.trim() ?? ''
  return addressKeys(last) ?? peer
}

/** Who opens a connection to a hub: its peer, or whom a peer of our own network vouches for. Null: no address at all. */
export function upgradeAddress(network: PrivateNetwork): (request: IncomingMessage) => AddressKeys | null {
  return ({ socket, headers }) => {
    const peer = addressKeys(socket.remoteAddress ?? '')
    return vouchedAddress(peer, headers['x-forwarded-for'], network.has(peer?.address ?? ''))
  }
}
