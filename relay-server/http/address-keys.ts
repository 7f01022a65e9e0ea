// One form for a peer's address, and the keys it is limited by: IPv4, or IPv6 by /64 and /56.
import { isIP } from 'node:net'

export interface AddressKeys {
  /** The address in its shortest sense: IPv4-mapped and NAT64 forms become IPv4. */
  readonly address: string
  /** IPv4 address, or the first 64 bits of IPv6 as hex: one household or office has them to itself. */
  readonly key: string
  /** The first 56 bits of IPv6 as hex; null for IPv4. */
  readonly wideKey: string | null
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff]
// 64:ff9b::/96, the well-known prefix of NAT64: the embedded IPv4 is the client.
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0]

/** Null when the text is no IP address. A zone (`%eth0`) is ignored. */
export function addressKeys(text: string): AddressKeys | null {
  const zone = text.indexOf('%')
  const address = zone < 0 ? text : text.slice(0, zone)
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) return { address, key: address, wideKey: null }
  const groups = groupsOf(address)
  if (startsWith(groups, MAPPED) || startsWith(groups, NAT64)) {
    const embedded = dotted(groups[6] ?? 0, groups[7] ?? 0)
    return { address: embedded, key: embedded, wideKey: null }
  }
  const network = groups
    .slice(0, 4)
    .map((group) => group.toString(16).padStart(4, '0'))
    .join('')
  return { address, key: network, wideKey: network.slice(0, 14) }
}

function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const head = groupsOfPart(before)
  if (after === undefined) return head
  const tail = groupsOfPart(after)
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function groupsOfPart(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function startsWith(groups: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((group, at) => groups[at] === group)
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
