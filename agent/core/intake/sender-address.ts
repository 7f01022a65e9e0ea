// Who may send labels to this computer: itself and, on a PrinterComputer, its own private networks.
import net from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'

/** As os.networkInterfaces() gives them. */
export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/** `computer`: programs on this computer only. `network`: its private networks too. */
export type SenderScope = 'computer' | 'network'

export interface SenderRules {
  readonly scope: SenderScope
  readonly interfaces: () => Interfaces
}

/** RFC 1918, RFC 3927, RFC 4193, RFC 4291: addresses that the internet does not route. */
const PRIVATE: readonly (readonly [network: string, prefix: number])[] = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
]
const LOOPBACK: typeof PRIVATE = [
  ['127.0.0.0', 8],
  ['::1', 128],
]
/** Made once: every connection is checked. */
const loopback = listOf(LOOPBACK)
const privateNetworks = listOf(PRIVATE)

/** `address`: as a socket tells it; IPv4 in IPv6 form counts as IPv4, a zone is left out. */
export function isAllowedSender(address: string, { scope, interfaces }: SenderRules): boolean {
  const plain = plainAddress(address)
  if (net.isIP(plain) === 0) return false
  const family = familyOf(plain)
  if (loopback.check(plain, family)) return true
  const isPrivate = scope === 'network' && privateNetworks.check(plain, family)
  return isPrivate && listOf(ownNetworks(interfaces())).check(plain, family)
}

/** Whether the internet does not lead there: such a one may begin a link, on which it has to prove who it is. */
export function isPrivateAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (net.isIP(plain) === 0) return false
  const family = familyOf(plain)
  return loopback.check(plain, family) || privateNetworks.check(plain, family)
}

/** One form for each address: limits are counted by it. */
export function plainAddress(address: string): string {
  const [withoutZone = ''] = address.split('%')
  return withoutZone.replace(/^::ffff:(?=\d+\.)/i, '')
}

function ownNetworks(interfaces: Interfaces): (readonly [string, number])[] {
  return Object.values(interfaces).flatMap((entries) =>
    (entries ?? []).flatMap(({ cidr }) => {
      const [network, prefix] = (cidr ?? '').split('/')
      // A prefix of 0 would call the whole internet our own network.
      return network === undefined || !(Number(prefix) > 0) ? [] : [[network, Number(prefix)] as const]
    }),
  )
}

function listOf(networks: readonly (readonly [string, number])[]): net.BlockList {
  const list = new net.BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, familyOf(network))
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return net.isIPv6(address) ? 'ipv6' : 'ipv4'
}
