// Reads an inventory: lines as in relay.conf, `Machine__NAME="ADDRESS ROLE …"` for each machine, and settings.
import { readSettings, SettingsError } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'
import { confLines, faultOf, type Config } from '../machine/config-file.ts'
import { RefusedError } from '../refused.ts'
import { inventorySettings, type InventorySettings } from './inventory-settings.ts'
import { machinesWith, ROLES, type Inventory, type Machine } from './inventory.ts'

const MACHINE = 'Machine__'
const MOST_BYTES = 100_000
const MOST_MACHINES = 200

const MachineName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'a machine is named by lower case letters, digits and dashes')
const MachineLine = z.object({
  name: MachineName,
  address: z.ipv4('behind the name stands an IPv4 address first'),
  roles: z
    .array(z.enum(ROLES, { error: ({ input }) => `there is no role ${String(input).slice(0, 40)}` }))
    .min(1, 'a machine runs something')
    .refine((roles) => new Set(roles).size === roles.length, 'a role stands there twice'),
})

interface Lines {
  readonly machines: Machine[]
  /** Of the inventory itself. */
  readonly own: Record<string, string>
  /** Of our programs. */
  readonly settings: Record<string, string>
  readonly faults: string[]
}

/** Throws RefusedError with every line and field that is wrong. Whether the machines fit together is asked elsewhere. */
export function readInventory(text: string): Inventory {
  if (text.length > MOST_BYTES) throw new RefusedError('The inventory is longer than 100,000 letters')
  const lines = linesOf(text)
  const own = ownSettings(lines)
  const faults = [
    ...lines.faults,
    ...(lines.machines.length > MOST_MACHINES ? [`it names more than ${MOST_MACHINES} machines`] : []),
  ]
  if (own === null || faults.length > 0)
    throw new RefusedError(`The inventory is wrong: ${faults.join('; ')}`)
  return inventoryOf(lines.machines, own, lines.settings)
}

function linesOf(text: string): Lines {
  const lines: Lines = { machines: [], own: {}, settings: {}, faults: [] }
  const seen = new Map<string, number>()
  for (const { line, name, value } of confLines(text)) {
    const before = seen.get(name)
    const fault =
      before === undefined || name === ''
        ? takeLine(lines, name, value)
        : `${name} stands in line ${before} already`
    if (fault !== null) lines.faults.push(`line ${line}: ${fault}`)
    seen.set(name, line)
  }
  return lines
}

/** Null: taken. A value is not repeated where it may be a secret. */
function takeLine(lines: Lines, name: string, value: string): string | null {
  if (name.startsWith(MACHINE)) return takeMachine(lines, name.slice(MACHINE.length), value)
  if (name in inventorySettings) {
    lines.own[name] = value
    return null
  }
  const fault = name.startsWith('Cluster__') ? `there is no setting ${name}` : faultOf(name)
  if (fault === null) lines.settings[name] = value
  return fault
}

function takeMachine(lines: Lines, name: string, value: string): string | null {
  const [address = '', ...roles] = value.trim().split(/\s+/)
  const parsed = MachineLine.safeParse({ name, address, roles })
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message).join(', ')
  lines.machines.push(parsed.data)
  return null
}

function ownSettings({ own, faults }: Lines): InventorySettings | null {
  try {
    return readSettings(inventorySettings, own)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    faults.push(...error.faults)
    return null
  }
}

function inventoryOf(machines: readonly Machine[], own: InventorySettings, settings: Config): Inventory {
  const [first] = machinesWith({ machines }, 'haproxy')
  return {
    machines,
    front: own.Cluster__Front || (first?.address ?? ''),
    certificate: own.Cluster__Certificate || null,
    natsTls: own.Cluster__NatsTls || null,
    postgresMajor: own.Cluster__PostgresVersion,
    folders: {
      postgres: own.Cluster__PostgresFolder,
      sockets: own.Cluster__PostgresSockets,
      etcd: own.Cluster__EtcdFolder,
      haproxy: own.Cluster__HaproxyFolder,
    },
    ports: {
      postgres: own.Cluster__PostgresPort,
      patroni: own.Cluster__PatroniPort,
      etcd: own.Cluster__EtcdPort,
      etcdPeer: own.Cluster__EtcdPeerPort,
      nats: own.Cluster__NatsPort,
      natsPeer: own.Cluster__NatsPeerPort,
      inside: {
        database: own.Cluster__DatabasePort,
        identity: own.Cluster__IdentityPort,
        store: own.Cluster__StorePort,
        pharmacy: own.Cluster__PharmacyPort,
        gateway: own.Cluster__GatewayPort,
      },
    },
    connections: own.Cluster__HaproxyConnections,
    settings,
  }
}
