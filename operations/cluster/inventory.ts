// Several machines and what each runs, as every file that is made for them sees it.
import type { Config } from '../machine/config-file.ts'

/** What a machine may run. */
export const ROLES = [
  'haproxy',
  'portal',
  'storefront',
  'gateway',
  'identity',
  'store',
  'pharmacy',
  'nats',
  'postgres',
  'etcd',
] as const
export type Role = (typeof ROLES)[number]

/** Our own among them, by the name that relayctl knows each program by. */
export const PROGRAM_OF: Partial<Readonly<Record<Role, string>>> = {
  identity: 'identity-api',
  store: 'store-api',
  pharmacy: 'pharmacy-api',
  gateway: 'gateway',
  portal: 'portal',
  storefront: 'storefront',
}

export interface Machine {
  readonly name: string
  /** IPv4. */
  readonly address: string
  readonly roles: readonly Role[]
}

/** Where engines listen, and where haproxy does for what stands behind it. */
export interface Ports {
  readonly postgres: number
  readonly patroni: number
  readonly etcd: number
  readonly etcdPeer: number
  readonly nats: number
  readonly natsPeer: number
  /** Of haproxy, for the machines of the inventory alone. */
  readonly inside: Readonly<Record<InsideName, number>>
}

export type InsideName = 'database' | 'identity' | 'store' | 'pharmacy' | 'gateway'

export interface Inventory {
  readonly machines: readonly Machine[]
  /** By which people, agents and programs reach haproxy: its own, or one that moves between several. */
  readonly front: string
  /** PEM with key and chain on the machines of haproxy; null: no TLS, on loopback alone. */
  readonly certificate: string | null
  /** Folder with cert.pem, key.pem and ca.pem on the machines of NATS; null: no TLS, on loopback alone. */
  readonly natsTls: string | null
  readonly postgresMajor: number
  readonly folders: Readonly<Record<'postgres' | 'sockets' | 'etcd' | 'haproxy', string>>
  readonly ports: Ports
  /** Of one haproxy at the same time. */
  readonly connections: number
  /** Settings of our programs, the same for all machines. */
  readonly settings: Config
}

export function machinesWith({ machines }: Pick<Inventory, 'machines'>, role: Role): Machine[] {
  return machines.filter(({ roles }) => roles.includes(role))
}

/** Whose connections an engine takes: one address, or all of loopback, where the system chooses by which one it connects. */
function networkOf(address: string): string {
  return address.startsWith('127.') ? '127.0.0.0/8' : `${address}/32`
}

/** Of all machines, each once. */
export function ownNetworks({
  machines,
  front,
}: Pick<Inventory, 'machines'> & Partial<Pick<Inventory, 'front'>>): string[] {
  const addresses = [...machines.map(({ address }) => address), ...(front === undefined ? [] : [front])]
  return [...new Set(addresses.map(networkOf))]
}
