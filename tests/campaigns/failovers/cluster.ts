// Several machines on one: addresses of loopback, an inventory, what relayctl makes of it, and the engines started with that.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { hasNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { confLines } from '@pharmacy-relay/operations/machine/config-file.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { runCommand } from '../../../scripts/command.ts'
import { programArgs } from '../../kit/programs.ts'
import type { Say } from '../../kit/program.ts'
import { METRICS_ABOVE } from '../../running-demo.ts'
import { DatabaseNode } from './database-node.ts'
import { startEngine, type Engine } from './engine.ts'

const FRONT = '127.0.0.10'
/** Where the programs of a demo listen. */
const DEMO = '127.0.0.1'
const VOTE = '127.0.0.41'
const DATABASES = { 'db-1': '127.0.0.31', 'db-2': '127.0.0.32' } as const
const COMMAND_LIMIT_MS = 240_000
const SECTIONS = ['Identity', 'Store', 'Pharmacy', 'Gateway', 'Portal', 'Storefront']
const ENGINE_PORTS = ['Postgres', 'Patroni', 'Etcd', 'EtcdPeer', 'Nats', 'NatsPeer']
const INSIDE_PORTS = ['Database', 'Identity', 'Store', 'Pharmacy', 'Gateway']
const PUBLIC = ['Portal__PublicUrl', 'Portal__GatewayPublicUrl', 'Storefront__PublicUrl'] as const

/** Of the first admin, in the files of `relayctl init`. */
export const ADMIN = { email: 'ada@relay.example', password: 'correct horse battery staple' }

export interface Cluster {
  readonly nodes: readonly DatabaseNode[]
  /** What the programs of a demo are started with to be this cluster's. */
  readonly environment: Readonly<Record<string, string>>
  /** As people reach it, by haproxy. */
  readonly gatewayUrl: string
  /** Of the administrator, by haproxy at whichever server is the primary. */
  readonly databaseUrl: string
  /** Folder of the machine of our programs. */
  readonly root: string
  /** relayctl on the machine of our programs, as a try-out. Throws Error with what it printed when its code is another than 0. */
  relayctl(...args: string[]): Promise<string>
  /** Throws Error where none or both are. */
  primary(): Promise<DatabaseNode>
  stop(): Promise<void>
}

interface Places {
  readonly folder: string
  readonly made: string
  readonly settings: Readonly<Record<string, string>>
}

export interface ClusterOptions {
  readonly say: Say
  /** Address of the machine of our programs; that of a demo where it is left out. */
  readonly programsAt?: string
  /** More lines of the inventory. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Ready: a primary, a standby that has everything, databases and roles. Throws Error with what an engine said. */
export async function startCluster({
  say,
  programsAt = DEMO,
  settings = {},
}: ClusterOptions): Promise<Cluster> {
  const places = await makeFiles(programsAt, settings)
  const engines: Engine[] = []
  const nodes = Object.entries(DATABASES).map(([name, address]) => nodeOf(places, name, address))
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
    for (const engine of engines.toReversed()) await engine.stop()
    rmSync(places.folder, { recursive: true, force: true })
  }
  try {
    await startEngines(places, { engines, nodes, say })
    await relayctl(...initArgs(places))
    const onMachine = async (...args: string[]) => relayctl(...args, '--root', rootOf(places))
    return { ...(await described(places, nodes)), root: rootOf(places), nodes, stop, relayctl: onMachine }
  } catch (error) {
    const logs = [...engines, ...nodes].map((one) => one.log()).join('\n')
    await stop()
    throw new Error(`the cluster did not start:\n${logs}`, { cause: error })
  }
}

async function makeFiles(programsAt: string, more: Readonly<Record<string, string>>): Promise<Places> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-failovers-'))
  execFileSync('chmod', ['755', folder])
  const settings = { ...(await inventorySettings(folder)), ...more }
  const nats = hasNats ? ' nats' : ''
  const machines = {
    'front-1': `${FRONT} haproxy`,
    'app-1': `${programsAt} portal storefront gateway identity store pharmacy${nats}`,
    'vote-1': `${VOTE} etcd`,
    ...Object.fromEntries(Object.entries(DATABASES).map(([name, address]) => [name, `${address} postgres`])),
  }
  const lines = [
    ...Object.entries(machines).map(([name, value]) => `Machine__${name}="${value}"`),
    ...Object.entries(settings).map(([name, value]) => `${name}="${value}"`),
  ]
  const file = path.join(folder, 'relay.inventory')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const made = path.join(folder, 'made')
  await relayctl('cluster', file, '--into', made)
  return { folder, made, settings }
}

async function inventorySettings(folder: string): Promise<Record<string, string>> {
  const settings: Record<string, string> = {
    Pharmacy__RetentionYears: 'TR=10',
    Pharmacy__ErasureFolder: path.join(folder, 'erasures'),
    Cluster__PostgresFolder: path.join(folder, 'data'),
    Cluster__PostgresSockets: path.join(folder, 'sockets'),
    Cluster__EtcdFolder: path.join(folder, 'etcd'),
    Cluster__HaproxyFolder: folder,
    Cluster__HaproxyConnections: '2000',
  }
  for (const name of [...ENGINE_PORTS, ...INSIDE_PORTS])
    settings[`Cluster__${name}Port`] = String(await freePort())
  for (const name of SECTIONS) settings[`${name}__Port`] = String(await freePort([METRICS_ABOVE]))
  for (const name of PUBLIC) settings[name] = `http://${FRONT}:${await freePort()}`
  return settings
}

/** Machines of their own would each have the same folders; here each has one behind its name. */
function nodeOf({ folder, made, settings }: Places, name: string, address: string): DatabaseNode {
  const own = path.join(folder, name)
  const dataFolder = path.join(own, 'data')
  const configFile = path.join(own, 'patroni.yml')
  mkdirSync(path.join(own, 'sockets'), { recursive: true })
  const yml = readFileSync(path.join(made, name, 'patroni.yml'), 'utf8')
  writeFileSync(
    configFile,
    yml
      .replaceAll(path.join(folder, 'data'), dataFolder)
      .replaceAll(path.join(folder, 'sockets'), path.join(own, 'sockets')),
  )
  copyFileSync(path.join(made, name, 'patroni.env'), path.join(own, 'patroni.env'))
  execFileSync('chown', ['-R', 'postgres:', own])
  const restUrl = `http://${address}:${settings['Cluster__PatroniPort'] ?? ''}`
  return new DatabaseNode({ name, restUrl, dataFolder, configFile, log: path.join(folder, `${name}.log`) })
}

interface Starting {
  readonly engines: Engine[]
  readonly nodes: readonly DatabaseNode[]
  readonly say: Say
}

async function startEngines({ folder, made }: Places, { engines, nodes, say }: Starting): Promise<void> {
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
  const nats = path.join(made, 'app-1/nats.conf')
  if (existsSync(nats))
    engines.push(startEngine({ file: '/usr/sbin/nats-server', args: ['-c', nats], log: log('nats') }))
  say(`etcd, patroni, haproxy${existsSync(nats) ? ', NATS' : ''}: started with what relayctl made`)
}

/** As the README of the machine says: the databases, by way of haproxy, and the first admin. */
function initArgs(places: Places): string[] {
  const { folder, made } = places
  const root = rootOf(places)
  mkdirSync(path.join(root, 'etc'), { recursive: true })
  execFileSync('cp', ['-a', path.join(made, 'app-1/pharmacy-relay'), path.join(root, 'etc/pharmacy-relay')])
  const password = path.join(folder, 'password')
  writeFileSync(password, ADMIN.password, { mode: 0o600 })
  return ['init', '--root', root, '--admin', ADMIN.email, '--admin-password-file', password]
}

function rootOf({ folder }: Places): string {
  return path.join(folder, 'machine')
}

async function described({ made, settings }: Places, nodes: readonly DatabaseNode[]) {
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
    databaseUrl: readFileSync(path.join(made, 'app-1/pharmacy-relay/administrator'), 'utf8'),
    primary: async () => {
      const states = await Promise.all(nodes.map(async (node) => node.isPrimary()))
      const [found, another] = nodes.filter((_node, index) => states[index] === true)
      if (found === undefined || another !== undefined) throw new Error('there is not one primary')
      return found
    },
  })
}

async function relayctl(...args: string[]): Promise<string> {
  const { succeeded, output } = await runCommand({
    file: process.execPath,
    args: programArgs('operations/main.ts', ...args),
    env: {},
    limitMs: COMMAND_LIMIT_MS,
    shown: false,
  })
  if (!succeeded) throw new Error(`relayctl ${args[0] ?? ''}: ${output}`)
  return output
}
