// The networks whose machines are ours: who of them is believed and served in clear. One setting for every program.
import { BlockList, isIP } from 'node:net'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import { addressKeys } from './address-keys.ts'

const NetworksText = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).max(32))

export const networkSettings = {
  Network__Private: {
    schema: NetworksText,
    help:
      'Addresses or CIDR ranges by commas, of the machines of gateway, services and TLS terminators: they are served ' +
      'without TLS, others are cut, and their X-Forwarded-For is believed. This computer itself always is one of them',
    fallback: '',
  },
  Health__Host: {
    schema: z.union([z.literal(''), z.ipv4()]),
    help:
      'Address at which /healthz and /readyz are told to the machines of Network__Private too, for a balancer; /metrics never. ' +
      'Empty: this computer alone',
    fallback: '',
  },
} as const satisfies SettingsTable

/** Where others than this computer may ask whether a program is ready. */
export interface HealthPlace {
  readonly host: string
  readonly peers: (address: string) => boolean
}

/** Null: nobody else asks. */
export function healthPlace(settings: {
  readonly Health__Host: string
  readonly Network__Private: readonly string[]
}): HealthPlace | null {
  const { Health__Host: host, Network__Private: ranges } = settings
  return host === '' || host === '127.0.0.1' ? null : { host, peers: privateNetwork(ranges).has }
}

export interface PrivateNetwork {
  /** As the setting has them. */
  readonly ranges: readonly string[]
  /** This computer's loopback addresses, and what the setting names. False for what is no address. */
  readonly has: (address: string) => boolean
}

export function privateNetwork(ranges: readonly string[]): PrivateNetwork {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  list.addAddress('::1', 'ipv6')
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const has = (text: string): boolean => {
    const address = addressKeys(text)?.address
    return address !== undefined && list.check(address, familyOf(address))
  }
  return { ranges, has }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
