// nats.conf: the way between the hubs of several portals. Holds passwords.
import { machinesWith, type Inventory, type Machine } from './inventory.ts'
import type { EngineSecrets } from './engine-secrets.ts'

/** Whoever may publish speaks for devices, so it is this account alone, and of the subjects those of the hubs. */
const SUBJECTS = '["relay.v1.>", "_INBOX.>"]'
export const NATS_USER = 'relay'

export function natsConfig(inventory: Inventory, machine: Machine, secrets: EngineSecrets): string {
  const { ports, natsTls } = inventory
  const nodes = machinesWith(inventory, 'nats')
  const others = nodes.filter(({ name }) => name !== machine.name)
  const tls = natsTls === null ? [] : tlsLines(natsTls)
  const lines = [
    '# Made by relayctl cluster. Holds passwords.',
    `server_name: "${machine.name}"`,
    `listen: "${machine.address}:${ports.nats}"`,
    '# A portal that hangs is dropped.',
    'ping_interval: "5s"',
    'ping_max: 2',
    ...tls,
    'authorization {',
    '  users: [',
    `    { user: "${NATS_USER}", password: "${secrets.Nats__User}", permissions: { publish: ${SUBJECTS}, subscribe: ${SUBJECTS} } }`,
    '  ]',
    '}',
    ...(others.length === 0 ? [] : clusterLines({ inventory, machine, others, secrets, tls })),
  ]
  return `${lines.join('\n')}\n`
}

interface ClusterParts {
  readonly inventory: Inventory
  readonly machine: Machine
  readonly others: readonly Machine[]
  readonly secrets: EngineSecrets
  readonly tls: readonly string[]
}

function clusterLines({ inventory, machine, others, secrets, tls }: ClusterParts): string[] {
  const { natsPeer } = inventory.ports
  const password = secrets.Nats__Routes
  const routes = others.map(({ address }) => `"nats://routes:${password}@${address}:${natsPeer}"`)
  return [
    'cluster {',
    '  name: "relay"',
    `  listen: "${machine.address}:${natsPeer}"`,
    ...tls.map((line) => `  ${line}`),
    `  authorization { user: "routes", password: "${password}", timeout: 5 }`,
    `  routes: [${routes.join(', ')}]`,
    '}',
  ]
}

function tlsLines(folder: string): string[] {
  return [
    'tls {',
    `  cert_file: "${folder}/cert.pem"`,
    `  key_file: "${folder}/key.pem"`,
    `  ca_file: "${folder}/ca.pem"`,
    '  timeout: 5',
    '}',
  ]
}

/** Nats__Url of the portals. The certificates have to name these addresses. */
export function natsUrl(inventory: Inventory, secrets: Pick<EngineSecrets, 'Nats__User'>): string {
  const scheme = inventory.natsTls === null ? 'nats' : 'tls'
  return machinesWith(inventory, 'nats')
    .map(({ address }) => `${scheme}://${NATS_USER}:${secrets.Nats__User}@${address}:${inventory.ports.nats}`)
    .join(',')
}
