// Which computers and ports an assignment may name (security 2.6, L09 and L10): private networks and printing ports.
//
// Whoever takes over the hub must not be able to point a pharmacy's computers, and the labels on them, at the internet,
// at services of the computer itself or at a cloud's metadata. Only what is listed here is allowed.
import net from 'node:net'

export interface TargetRules {
  /** The setting LocalAddress. */
  readonly localAddress: string | null
  /** Whether an address, or the host name of a printer, is this computer's own: labels sent there would come back. */
  readonly isOwnAddress: (host: string) => boolean
}

/** RFC 1918. Not 100.64/10: carriers use it. Not 169.254/16: link-local, and metadata of clouds. */
const PRIVATE_4 = blockList('ipv4', [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
])
/** RFC 4193. A list of its own, so that an IPv4 address in IPv6 form is in none. */
const PRIVATE_6 = blockList('ipv6', [['fc00::', 7]])
const LOOPBACK_4 = blockList('ipv4', [['127.0.0.0', 8]])
const LOOPBACK_6 = blockList('ipv6', [['::1', 128]])
/** Amazon's metadata over IPv6 has a private address. */
const METADATA_6 = blockList('ipv6', [['fd00:ec2::254', 128]])

/** Printer and LPD ports below the range of ordinary programs: LPD 515, IPP 631. */
const LOW_PORTS = [515, 631]
const FIRST_ORDINARY_PORT = 1_024

/** A port that an assignment may name, for a target and for this computer itself. */
export function isAllowedPort(port: number): boolean {
  return port >= FIRST_ORDINARY_PORT || LOW_PORTS.includes(port)
}

/** Development: several agents on one computer, each on a loopback address of its own. */
export function isDevelopmentAddress(localAddress: string | null): boolean {
  return localAddress !== null && isLoopback(localAddress)
}

/** The addresses that may be connected to, in their order. */
export function allowedAddresses(addresses: readonly string[], rules: TargetRules): string[] {
  const isDevelopment = isDevelopmentAddress(rules.localAddress)
  return addresses.filter(
    (address) =>
      (isPrivate(address) || (isDevelopment && isLoopback(address))) &&
      address !== rules.localAddress &&
      !rules.isOwnAddress(address),
  )
}

/** Whether what is sent to `host`, an address or a name, reaches the port that this computer opens for labels. */
export function isThisComputer(host: string, { localAddress, isOwnAddress }: TargetRules): boolean {
  if (isDevelopmentAddress(localAddress)) return host === localAddress
  return ['localhost', '0.0.0.0', '::'].includes(host.toLowerCase()) || isLoopback(host) || isOwnAddress(host)
}

function isPrivate(address: string): boolean {
  if (net.isIPv4(address)) return PRIVATE_4.check(address, 'ipv4')
  return net.isIPv6(address) && PRIVATE_6.check(address, 'ipv6') && !METADATA_6.check(address, 'ipv6')
}

function isLoopback(address: string): boolean {
  if (net.isIPv4(address)) return LOOPBACK_4.check(address, 'ipv4')
  return net.isIPv6(address) && LOOPBACK_6.check(address, 'ipv6')
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): net.BlockList {
  const list = new net.BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}
