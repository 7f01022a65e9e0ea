// The address that somebody counts by: the connection's own, or the one that a peer who is believed vouches for.
import { addressKeys, type AddressKeys } from '../address-keys.ts'

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
