// What people and agents reach by haproxy: panel, gateway and shop, each at the origin that its setting names.
import { isLoopback } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import type { Inventory } from './inventory.ts'

export interface PublicSite {
  readonly name: 'panel' | 'gateway' | 'shop'
  readonly host: string
  readonly port: number
  readonly isEncrypted: boolean
}

const SETTINGS = {
  panel: 'Portal__PublicUrl',
  gateway: 'Portal__GatewayPublicUrl',
  shop: 'Storefront__PublicUrl',
} as const
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Those that are named as origins; what is not is a fault of its setting. */
export function publicSites({ settings }: Pick<Inventory, 'settings'>): PublicSite[] {
  return siteNames().flatMap((name) => {
    const text = settings[SETTINGS[name]] ?? ''
    if (!URL.canParse(text)) return []
    const { protocol, hostname, port } = new URL(text)
    const usual = DEFAULT_PORTS[protocol]
    if (usual === undefined) return []
    return [
      { name, host: hostname, port: port === '' ? usual : Number(port), isEncrypted: protocol === 'https:' },
    ]
  })
}

/** One sentence each. */
export function siteFaults(inventory: Inventory): string[] {
  const sites = publicSites(inventory)
  const byPlace = Map.groupBy(sites, ({ host, port }) => `${host}:${port}`)
  const byPort = Map.groupBy(sites, ({ port }) => port)
  const isBare = (name: PublicSite['name']): boolean => !sites.some((site) => site.name === name)
  return [
    ...siteNames()
      .filter(isBare)
      .map((name) => `say at which origin the ${name} is: ${SETTINGS[name]}="https://${name}.example"`),
    ...[...byPlace]
      .filter(([, group]) => group.length > 1)
      .map(([place, group]) => `${group.map(({ name }) => name).join(' and ')} are both at ${place}`),
    ...[...byPort]
      .filter(([, group]) => new Set(group.map(({ isEncrypted }) => isEncrypted)).size > 1)
      .map(([port]) => `port ${port} is both https and http`),
    ...sites.flatMap((site) => tlsFaults(site, inventory)),
  ]
}

function tlsFaults({ name, host, isEncrypted }: PublicSite, { certificate }: Inventory): string[] {
  if (isEncrypted && certificate === null)
    return [`the ${name} is https: say with Cluster__Certificate where its certificate is`]
  if (!isEncrypted && !isLoopback(host))
    return [`the ${name} at ${host} would be served without TLS: ${SETTINGS[name]} takes https`]
  return []
}

function siteNames(): PublicSite['name'][] {
  return ['panel', 'gateway', 'shop']
}
