// nats.conf: the way between the hubs of several portals. Holds passwords.
import { createHash } from 'node:crypto'
import { machinesWith, type Inventory, type Machine } from './inventory.ts'
import type { EngineSecrets } from './engine-secrets.ts'

/** Whoever may publish speaks for devices, so it is the portals alone, and of the subjects those of the hubs. */
const SUBJECTS = '["relay.v1.>", "_INBOX.>"]'

/** Each password has an account of its own, so that in an exchange NATS takes two. */
function userOf(password: string): string {
  return `relay-${createHash('sha256').update(password).digest('hex').slice(0, 8)}`
}

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
    ...usersOf(secrets),
    '  ]',
    '}',
    ...(others.length === 0 ? [] : clusterLines({ inventory, machine, others, secrets, tls })),
  ]
  return `${lines.join('\n')}\n`
}

/** In an order that does not tell which one is newer: where two are taken, a change of places reloads nothing. */
function usersOf({ Nats__User, Nats__PreviousUser }: EngineSecrets): string[] {
  const passwords = [Nats__User, Nats__PreviousUser].filter((password) => password !== '').toSorted()
  const permissions = `{ publish: ${SUBJECTS}, subscribe: ${SUBJECTS} }`
  return passwords.map(
    (password) => `    { user: "${userOf(password)}", password: "${password}", permissions: ${permissions} }`,
  )
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
    .map(
      ({ address }) =>
        `${scheme}://${userOf(secrets.Nats__User)}:${secrets.Nats__User}@${address}:${inventory.ports.nats}`,
    )
    .join(',')
}
