// The settings of an inventory that are of no program: where the engines listen and keep what they have.
import { PortText, wholeNumberText, type SettingsOf, type SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { z } from 'zod'

/** Stands in files of other programs as it is. */
const PathText = z
  .string()
  .regex(/^\/[\w./-]{1,200}$/, 'must be an absolute path of letters, digits, dots, dashes and slashes')
const OptionalPath = z.union([z.literal(''), PathText])

const port = (help: string, fallback: number) => ({
  schema: PortText.refine((number) => number > 0, 'must be a port number'),
  help,
  fallback: String(fallback),
})
const folder = (help: string, fallback: string) => ({ schema: PathText, help, fallback })

export const inventorySettings = {
  Cluster__Front: {
    schema: z.union([z.literal(''), z.ipv4()]),
    help: 'Address by which everybody reaches haproxy: needed where several machines run it, between which it moves',
    fallback: '',
  },
  Cluster__Certificate: {
    schema: OptionalPath,
    help: 'Certificate, chain and key of panel, shop and gateway in one PEM file (or a folder of them) on the machines of haproxy',
    fallback: '',
  },
  Cluster__NatsTls: {
    schema: OptionalPath,
    help: 'Folder with cert.pem, key.pem and ca.pem on the machines of NATS',
    fallback: '',
  },
  Cluster__PostgresVersion: {
    schema: wholeNumberText(15, 18),
    help: 'Major version of PostgreSQL, 15 to 18',
    fallback: '15',
  },
  Cluster__PostgresFolder: folder('Where PostgreSQL keeps its data', '/var/lib/postgresql/relay'),
  Cluster__PostgresSockets: folder('Where PostgreSQL has its socket', '/run/postgresql'),
  Cluster__EtcdFolder: folder('Where etcd keeps its data', '/var/lib/etcd/relay'),
  Cluster__HaproxyFolder: folder('Where haproxy has the socket of its operator', '/run/haproxy'),
  Cluster__HaproxyConnections: {
    schema: wholeNumberText(100, 1_000_000),
    help: 'Connections that a haproxy serves at the same time, 100 to 1000000; it needs two open files for each',
    fallback: '50000',
  },
  Cluster__PostgresPort: port('Port of PostgreSQL', 5_432),
  Cluster__PatroniPort: port('Port of patroni, which says who is the primary', 8_008),
  Cluster__EtcdPort: port('Port of etcd', 2_379),
  Cluster__EtcdPeerPort: port('Port by which machines of etcd speak to each other', 2_380),
  Cluster__NatsPort: port('Port of NATS', 4_222),
  Cluster__NatsPeerPort: port('Port by which machines of NATS speak to each other', 6_222),
  Cluster__DatabasePort: port('Port of haproxy that leads to the primary', 5_000),
  Cluster__IdentityPort: port('Port of haproxy that leads to the identity APIs', 6_193),
  Cluster__StorePort: port('Port of haproxy that leads to the store APIs', 6_141),
  Cluster__PharmacyPort: port('Port of haproxy that leads to the pharmacy APIs', 6_100),
  Cluster__GatewayPort: port('Port of haproxy that leads to the gateways, for our own programs', 6_082),
} as const satisfies SettingsTable

export type InventorySettings = SettingsOf<typeof inventorySettings>
