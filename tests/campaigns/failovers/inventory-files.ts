// The inventory of several machines on one, and what relayctl makes of it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasNats } from '@pharmacy-relay/relay-server/hub/mesh/test-nats.ts'
import { makeOwnCertificate } from '@pharmacy-relay/relay-server/sms-provider/certificate.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { METRICS_ABOVE } from '../../running-demo.ts'
import { relayctl, type Places } from './app-machines.ts'
import type { SecondNetwork } from './second-network.ts'

/** Where the programs of a demo listen. */
const DEMO = '127.0.0.1'
export const SECTIONS = ['Identity', 'Store', 'Pharmacy', 'Gateway', 'Portal', 'Storefront']
const ENGINE_PORTS = ['Postgres', 'Patroni', 'Etcd', 'EtcdPeer', 'Nats', 'NatsPeer']
const INSIDE_PORTS = ['Database', 'Identity', 'Store', 'Pharmacy', 'Gateway']
const PUBLIC = ['Portal__PublicUrl', 'Portal__GatewayPublicUrl', 'Storefront__PublicUrl'] as const

export interface Addresses {
  /** By which everybody reaches haproxy; with a second machine it is the one that moves between several. */
  readonly front: string
  readonly haproxy: string
  readonly programs: string
  /** Of a second machine of our programs. */
  readonly second: string | null
  readonly vote: string
  readonly databases: Readonly<Record<string, string>>
}

export function addressesOf(programsAt: string | null, second: SecondNetwork | null): Addresses {
  const base = second?.base ?? '127.0.0.'
  return {
    front: second === null ? `${base}10` : `${base}9`,
    haproxy: `${base}10`,
    programs: programsAt ?? (second === null ? DEMO : `${base}21`),
    second: second === null ? null : `${base}22`,
    vote: `${base}41`,
    databases: { 'db-1': `${base}31`, 'db-2': `${base}32` },
  }
}

interface Machines {
  readonly addresses: Addresses
  readonly second: SecondNetwork | null
  readonly settings: Readonly<Record<string, string>>
}

/** In a temporary folder of their own. Throws Error with what relayctl said. */
export async function makeFiles({ addresses, second, settings: more }: Machines): Promise<Places> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-failovers-'))
  execFileSync('chmod', ['755', folder])
  const isNetwork = second !== null
  const settings = {
    ...(await inventorySettings(folder, addresses.front, isNetwork ? 'https' : 'http')),
    ...(isNetwork
      ? { Cluster__Certificate: await ownCertificate(folder), Cluster__Front: addresses.front }
      : {}),
    ...more,
  }
  // Over a network it would want certificates of its own; one portal needs none.
  const nats = hasNats && !isNetwork ? ' nats' : ''
  // On one computer haproxy reaches each address from that address itself, as if it ran there too.
  const besides = isNetwork ? ' haproxy' : ''
  const machines = {
    'front-1': `${addresses.haproxy} haproxy`,
    'app-1': `${addresses.programs} portal storefront gateway identity store pharmacy${nats}`,
    ...(addresses.second === null ? {} : { 'app-2': `${addresses.second} gateway identity store pharmacy` }),
    'vote-1': `${addresses.vote} etcd`,
    ...Object.fromEntries(
      Object.entries(addresses.databases).map(([name, address]) => [name, `${address} postgres${besides}`]),
    ),
  }
  const lines = [
    ...Object.entries(machines).map(([name, value]) => `Machine__${name}="${value}"`),
    ...Object.entries(settings).map(([name, value]) => `${name}="${value}"`),
  ]
  const inventory = path.join(folder, 'relay.inventory')
  writeFileSync(inventory, `${lines.join('\n')}\n`)
  const made = path.join(folder, 'made')
  await relayctl('cluster', inventory, '--into', made)
  return { folder, inventory, made, settings, second }
}

async function inventorySettings(
  folder: string,
  front: string,
  scheme: string,
): Promise<Record<string, string>> {
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
  for (const name of PUBLIC) settings[name] = `${scheme}://${front}:${await freePort()}`
  return settings
}

/** Of what people reach; nobody asks for it here. */
async function ownCertificate(folder: string): Promise<string> {
  const { cert, key } = await makeOwnCertificate(new Date())
  const file = path.join(folder, 'relay.pem')
  writeFileSync(file, cert + key, { mode: 0o600 })
  return file
}
