// Whether an address is in a network that this computer is in. Pure.
import net from 'node:net'
import type { Interfaces } from '../intake/sender-address.ts'

/** Loopback counts: agents that share a computer in development have addresses there. */
export function isNear(addresses: readonly string[], interfaces: Interfaces): boolean {
  const networks = new net.BlockList()
  for (const { cidr, family } of Object.values(interfaces).flatMap((entries) => entries ?? [])) {
    const [network, bits] = cidr?.split('/') ?? []
    if (network === undefined || bits === undefined) continue
    networks.addSubnet(network, Number(bits), family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return addresses.some((address) => {
    const family = net.isIP(address)
    return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4')
  })
}
