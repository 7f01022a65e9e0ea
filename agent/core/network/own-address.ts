// Which addresses are this computer's own: a label sent to one of them would come back.
import net from 'node:net'
import type { Interfaces } from '../intake/sender-address.ts'

/** Whether a host name, such as that in the device of a print queue, is the one that this computer gives itself. */
export function isOwnName(name: string, hostname: string): boolean {
  const [mine = ''] = hostname.toLowerCase().split('.')
  return [hostname.toLowerCase(), mine, `${mine}.local`].includes(name.toLowerCase())
}

/** Loopback addresses do not count: where they are allowed at all, every agent has another one. */
export function isOwnAddress(address: string, interfaces: Interfaces): boolean {
  const family = net.isIP(address)
  if (family === 0) return false
  const own = new net.BlockList()
  for (const entry of Object.values(interfaces).flatMap((entries) => entries ?? []))
    if (!entry.internal) own.addAddress(entry.address, entry.family === 'IPv6' ? 'ipv6' : 'ipv4')
  return own.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
