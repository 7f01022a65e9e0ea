// Whether the machines of an inventory fit together: what is refused, and what is only said. Pure.
import { readSettings, SettingsError } from '@pharmacy-relay/shared/env.ts'
import { isLoopback } from '@pharmacy-relay/relay-server/http/tls-rule.ts'
import { OPS_ABOVE, programs } from '../machine/programs.ts'
import { portOf } from '../machine/config-file.ts'
import { machinesWith, PROGRAM_OF, ROLES, type Inventory, type Machine, type Role } from './inventory.ts'
import { machineConfig } from './machine-config.ts'
import { publicSites, siteFaults } from './public-sites.ts'

export interface Judgement {
  /** One sentence each; with any nothing is made. */
  readonly faults: readonly string[]
  /** One sentence each: it works, and somebody should know. */
  readonly warnings: readonly string[]
}

export function judgeInventory(inventory: Inventory): Judgement {
  const faults = [
    ...sameFaults(inventory),
    ...roleFaults(inventory),
    ...frontFaults(inventory),
    ...siteFaults(inventory),
    ...inventory.machines.flatMap((machine) => portFaults(inventory, machine)),
  ]
  // Settings are asked of whole machines alone: others would only repeat what is missing.
  return {
    faults: faults.length > 0 ? faults : settingFaults(inventory),
    warnings: warningsOf(inventory),
  }
}

function sameFaults({ machines }: Inventory): string[] {
  const byAddress = Map.groupBy(machines, ({ address }) => address)
  return [...byAddress]
    .filter(([, group]) => group.length > 1)
    .map(([address, group]) => `${namesOf(group)} have the same address ${address}`)
}

function roleFaults(inventory: Inventory): string[] {
  const count = (role: Role): number => machinesWith(inventory, role).length
  const needed = ROLES.filter((role) => role !== 'nats' || count('portal') > 1)
  const etcd = count('etcd')
  return [
    ...needed
      .filter((role) => count(role) === 0)
      .map((role) =>
        role === 'nats'
          ? 'no machine runs nats, by which several portals find each other'
          : `no machine runs ${role}`,
      ),
    ...(etcd > 0 && etcd % 2 === 0
      ? [
          `${etcd} machines run etcd: it takes an odd number, three as a rule, as ${etcd} bear no more losses than ${etcd - 1}`,
        ]
      : []),
  ]
}

function frontFaults(inventory: Inventory): string[] {
  const { front, machines, natsTls } = inventory
  const balancers = machinesWith(inventory, 'haproxy')
  const owner = machines.find(({ address }) => address === front)
  const isOpen = machinesWith(inventory, 'nats').some(({ address }) => !isLoopback(address))
  return [
    ...(balancers.length > 1 && owner !== undefined
      ? [
          `${namesOf(balancers)} run haproxy: say with Cluster__Front which address moves between them; it is no machine's own`,
        ]
      : []),
    ...(balancers.length === 1 && owner !== undefined && owner !== balancers[0]
      ? [`Cluster__Front ${front} is the address of ${owner.name}, which runs no haproxy`]
      : []),
    ...(isOpen && natsTls === null
      ? [
          'NATS is reached over the network: say with Cluster__NatsTls where its certificate is, as portals take it by TLS alone',
        ]
      : []),
  ]
}

/** By port; two programs of one machine on one port would keep each other from starting. */
function portFaults(inventory: Inventory, machine: Machine): string[] {
  const byPort = Map.groupBy(listenersOf(inventory, machine), ({ port }) => port)
  return [...byPort]
    .filter(([, group]) => group.length > 1)
    .map(([port, group]) => `${machine.name}: ${group.map(({ who }) => who).join(' and ')} want port ${port}`)
}

interface Listener {
  readonly who: string
  readonly port: number
}

function listenersOf(inventory: Inventory, { roles }: Machine): Listener[] {
  return roles.flatMap((role) => {
    const program = PROGRAM_OF[role]
    if (program === undefined) return engineListeners(inventory, role)
    const port = portOf(inventory.settings, program)
    return [
      { who: program, port },
      { who: `the metrics of ${program}`, port: port + OPS_ABOVE },
    ]
  })
}

function engineListeners(inventory: Inventory, role: Role): Listener[] {
  const { ports } = inventory
  const listeners: Partial<Record<Role, Listener[]>> = {
    haproxy: [
      ...new Map(publicSites(inventory).map(({ port }) => [port, { who: 'haproxy', port }])).values(),
      ...Object.entries(ports.inside).map(([name, port]) => ({ who: `haproxy for ${name}`, port })),
    ],
    postgres: [
      { who: 'postgres', port: ports.postgres },
      { who: 'patroni', port: ports.patroni },
    ],
    etcd: [
      { who: 'etcd', port: ports.etcd },
      { who: 'etcd (peers)', port: ports.etcdPeer },
    ],
    nats: [
      { who: 'nats', port: ports.nats },
      { who: 'nats (peers)', port: ports.natsPeer },
    ],
  }
  return listeners[role] ?? []
}

/** What the programs themselves would refuse at their start. Secrets are made, so none is asked for. */
function settingFaults(inventory: Inventory): string[] {
  const found = inventory.machines.flatMap((machine) => {
    const config = machineConfig(inventory, machine)
    return programs
      .filter(({ name }) => machine.roles.some((role) => PROGRAM_OF[role] === name))
      .flatMap(({ settings }) => {
        const open = Object.entries(settings).filter(([, { secret }]) => secret !== true)
        try {
          readSettings(Object.fromEntries(open), config)
          return []
        } catch (error) {
          if (error instanceof SettingsError) return error.faults
          throw error
        }
      })
  })
  return [...new Set(found)]
}

function warningsOf(inventory: Inventory): string[] {
  const postgres = machinesWith(inventory, 'postgres')
  const both = postgres.filter(({ roles }) => roles.includes('etcd'))
  const alone = (['haproxy', 'etcd', 'portal', 'gateway', 'identity', 'store', 'pharmacy'] as const).filter(
    (role) => machinesWith(inventory, role).length === 1,
  )
  return [
    ...(both.length > 0
      ? [
          `${namesOf(both)} run etcd beside PostgreSQL: what takes one away takes the vote of the other; etcd belongs on machines of its own`,
        ]
      : []),
    ...(postgres.length === 1 ? ['One machine runs PostgreSQL: nothing takes over when it is away'] : []),
    ...(postgres.length === 2
      ? [
          'Two machines run PostgreSQL: while one is away, nothing has a second copy; with three there still is one',
        ]
      : []),
    ...(alone.length > 0 ? [`Only one machine runs ${alone.join(', ')}: without it that part is away`] : []),
  ]
}

function namesOf(machines: readonly Machine[]): string {
  return machines.map(({ name }) => name).join(', ')
}
