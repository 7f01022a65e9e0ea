// Several machines on one: addresses of loopback, an inventory, what relayctl makes of it, and the engines started with that.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { confLines } from '@pharmacy-relay/operations/machine/config-file.ts'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Say } from '../../kit/program.ts'
import { copyMachine, initArgs, operatorOf, relayctl, type Operator, type Places } from './app-machines.ts'
import { DatabaseNode } from './database-node.ts'
import { startEngine, type Engine } from './engine.ts'
import { addressesOf, makeFiles, SECTIONS } from './inventory-files.ts'
import type { SecondNetwork } from './second-network.ts'

const CONNECTIONS_IN_ROW = 4

export interface Cluster extends Operator {
  readonly nodes: readonly DatabaseNode[]
  /** What the programs of a demo are started with to be this cluster's. */
  readonly environment: Readonly<Record<string, string>>
  /** As people reach it, by haproxy; with a second machine as our own programs do, in clear. */
  readonly gatewayUrl: string
  /** Of the administrator, by haproxy at whichever server is the primary; as it was made last. */
  databaseUrl(): string
  /** Of all machines, as it was made last. */
  secret(name: string): string
  /** As a person copies what was made for it, tells its roles and reloads patroni. Throws Error with what psql said. */
  reloadDatabase(node: DatabaseNode): void
  /** Throws Error where none or both are. */
  primary(): Promise<DatabaseNode>
  stop(): Promise<void>
}

export interface ClusterOptions {
  readonly say: Say
  /** Address of the machine of our programs; that of a demo where it is left out, and of the second one's network where there is one. */
  readonly programsAt?: string
  /** Of a second machine with gateway and APIs; none where it is left out. */
  readonly second?: SecondNetwork
  /** More lines of the inventory. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Ready: a primary, a standby that has everything, databases and roles. Throws Error with what an engine said. */
export async function startCluster({
  say,
  programsAt,
  second,
  settings = {},
}: ClusterOptions): Promise<Cluster> {
  const addresses = addressesOf(programsAt ?? null, second ?? null)
  const places = await makeFiles({ addresses, settings, second: second ?? null })
  const engines: Engine[] = []
  const nodes = Object.entries(addresses.databases).map(([name, address]) => nodeOf(places, name, address))
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
    for (const engine of engines.toReversed()) await engine.stop()
    rmSync(places.folder, { recursive: true, force: true })
  }
  try {
    await startEngines(places, { engines, nodes, say })
    if (second !== undefined) copyMachine(places, 'app-2')
    await relayctl(...initArgs(places))
    const { front } = addresses
    const inside = `http://${front}:${places.settings['Cluster__GatewayPort'] ?? ''}`
    return {
      ...(await described(places, nodes)),
      ...(second === undefined ? {} : { gatewayUrl: inside }),
      ...operatorOf(places),
      reloadDatabase: (node: DatabaseNode) => {
        copyDatabaseFiles(places, node.name)
        node.reload(places.settings['Cluster__PostgresPort'] ?? '')
      },
      nodes,
      stop,
    }
  } catch (error) {
    const logs = [...engines, ...nodes].map((one) => one.log()).join('\n')
    await stop()
    throw new Error(`the cluster did not start:\n${logs}`, { cause: error })
  }
}

/** Machines of their own would each have the same folders; here each has one behind its name. */
function nodeOf(places: Places, name: string, address: string): DatabaseNode {
  const { folder, settings } = places
  const own = path.join(folder, name)
  const dataFolder = path.join(own, 'data')
  const configFile = path.join(own, 'patroni.yml')
  mkdirSync(path.join(own, 'sockets'), { recursive: true })
  copyDatabaseFiles(places, name)
  execFileSync('chown', ['-R', 'postgres:', own])
  const restUrl = `http://${address}:${settings['Cluster__PatroniPort'] ?? ''}`
  return new DatabaseNode({ name, restUrl, dataFolder, configFile, log: path.join(folder, `${name}.log`) })
}

/** What was made for it, with the folders that it has here. */
function copyDatabaseFiles({ folder, made }: Places, name: string): void {
  const own = path.join(folder, name)
  const yml = readFileSync(path.join(made, name, 'patroni.yml'), 'utf8')
  writeFileSync(
    path.join(own, 'patroni.yml'),
    yml
      .replaceAll(path.join(folder, 'data'), path.join(own, 'data'))
      .replaceAll(path.join(folder, 'sockets'), path.join(own, 'sockets')),
  )
  copyFileSync(path.join(made, name, 'roles.sql'), path.join(own, 'roles.sql'))
}

interface Starting {
  readonly engines: Engine[]
  readonly nodes: readonly DatabaseNode[]
  readonly say: Say
}

async function startEngines(places: Places, { engines, nodes, say }: Starting): Promise<void> {
  const { folder, made } = places
  const log = (name: string): string => path.join(folder, `${name}.log`)
  const etcd = confLines(readFileSync(path.join(made, 'vote-1/etcd.env'), 'utf8'))
  const environment = Object.fromEntries(etcd.map(({ name, value }) => [name, value]))
  engines.push(startEngine({ file: '/usr/bin/etcd', args: [], environment, log: log('etcd') }))
  const [first, second] = nodes
  first?.start()
  await until('the first PostgreSQL is primary', async () => (await first?.isPrimary()) === true)
  second?.start()
  await until('the second one has everything', async () => (await second?.isSynchronous()) === true)
  const haproxy = ['-db', '-f', path.join(made, 'front-1/haproxy.cfg')]
  engines.push(startEngine({ file: '/usr/sbin/haproxy', args: haproxy, log: log('haproxy') }))
  await until('haproxy has left the standby out', async () => leadsToPrimary(administratorUrl(places)))
  const nats = path.join(made, 'app-1/nats.conf')
  if (existsSync(nats))
    engines.push(startEngine({ file: '/usr/sbin/nats-server', args: ['-c', nats], log: log('nats') }))
  say(`etcd, patroni, haproxy${existsSync(nats) ? ', NATS' : ''}: started with what relayctl made`)
}

/** Before its first checks haproxy takes each server for one that is up, and gives it every second connection. */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (let n = 0; n < CONNECTIONS_IN_ROW; n += 1) {
    const state = await withConnection(url, async (client) => {
      const { rows } = await client.query<{ standby: unknown }>('select pg_is_in_recovery() as standby')
      return rows[0]?.standby
    }).catch(() => null)
    if (state !== false) return false
  }
  return true
}

function administratorUrl({ made }: Places): string {
  return readFileSync(path.join(made, 'app-1/pharmacy-relay/administrator'), 'utf8')
}

async function described(places: Places, nodes: readonly DatabaseNode[]) {
  const { made, settings } = places
  const secret = (name: string): string =>
    readFileSync(path.join(made, 'app-1/pharmacy-relay/secrets', name), 'utf8')
  const names = ['identity', 'store', 'medicine'].map((name) => `ConnectionStrings__cs_${name}`)
  const ports = SECTIONS.map((name) => [`${name}__Port`, settings[`${name}__Port`] ?? ''])
  return Promise.resolve({
    environment: {
      ...(Object.fromEntries(ports) as Record<string, string>),
      ...Object.fromEntries(names.map((name) => [name, secret(name)])),
      Nats__Url: secret('Nats__Url'),
      Portal__PublicUrl: settings['Portal__PublicUrl'] ?? '',
      Portal__BehindTerminator: 'true',
      Gateway__BehindTerminator: 'true',
      Gateway__Limits__ConnectionsPerAddress: '1000',
    },
    gatewayUrl: settings['Portal__GatewayPublicUrl'] ?? '',
    databaseUrl: () => administratorUrl(places),
    secret: (name: string) => readFileSync(path.join(made, 'secrets', name), 'utf8'),
    primary: async () => {
      const states = await Promise.all(nodes.map(async (node) => node.isPrimary()))
      const [found, another] = nodes.filter((_node, index) => states[index] === true)
      if (found === undefined || another !== undefined) throw new Error('there is not one primary')
      return found
    },
  })
}
