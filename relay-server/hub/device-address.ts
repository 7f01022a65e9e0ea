// The address of a device as the contracts write it: IPv4 as such, IPv6 without its zone.

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** `::ffff:10.0.0.1` becomes `10.0.0.1`, `fe80::1%eth0` becomes `fe80::1`; null when the socket has no address any more. */
export function deviceAddress(remoteAddress: string | undefined): string | null {
  if (remoteAddress === undefined || remoteAddress === '') return null
  const mapped = MAPPED_IPV4.exec(remoteAddress)
  return mapped?.[1] ?? remoteAddress.split('%')[0] ?? null
}
