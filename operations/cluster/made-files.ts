// Every file that is made of one inventory, by its path below the folder that they are made into. The same inventory and secrets give the same bytes.
import { configText } from '../machine/config-file.ts'
import { COMPLETE_NOTE, FIRST_ADMIN, NO_ADMIN } from '../machine/secret-files.ts'
import { secretNames } from '../machine/secrets.ts'
import { keeperOf, secretsOf, type AllSecrets } from './cluster-secrets.ts'
import { rolesSql } from './engine-roles.ts'
import type { EngineSecrets } from './engine-secrets.ts'
import { etcdSettings } from './etcd-node.ts'
import { haproxyConfig } from './haproxy.ts'
import type { Inventory, Machine, Role } from './inventory.ts'
import { machineConfig, programsOf } from './machine-config.ts'
import { machineReadme, orderReadme } from './machine-readme.ts'
import { natsConfig } from './nats-node.ts'
import { patroniConfig } from './postgres-node.ts'

/** Its owner alone may read it. */
const PRIVATE = 0o600
const OPEN = 0o644
/** Of all machines; each has its own of them in its own folder. */
export const SECRETS_FOLDER = 'secrets'

export interface MadeFile {
  /** `db-1/patroni.yml`. */
  readonly name: string
  readonly mode: number
  readonly text: string
}

export function madeFiles(inventory: Inventory, secrets: AllSecrets): MadeFile[] {
  const all = { ...secrets.programs, ...secrets.engines }
  const files = [
    ...Object.entries(all).map(([name, text]) => privateFile(`${SECRETS_FOLDER}/${name}`, text)),
    openFile('README', orderReadme(inventory)),
    ...inventory.machines.flatMap((machine) =>
      filesOf(inventory, machine, secrets).map((file) => ({ ...file, name: `${machine.name}/${file.name}` })),
    ),
  ]
  return files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function filesOf(inventory: Inventory, machine: Machine, secrets: AllSecrets): MadeFile[] {
  const { engines } = secrets
  const has = (role: Role): boolean => machine.roles.includes(role)
  return [
    openFile('README', machineReadme(inventory, machine)),
    ...(has('etcd') ? [openFile('etcd.env', etcdSettings(inventory, machine))] : []),
    ...(has('postgres')
      ? [
          privateFile('patroni.yml', patroniConfig(inventory, machine, engines)),
          privateFile('roles.sql', rolesSql(engines)),
        ]
      : []),
    ...(has('nats') ? [privateFile('nats.conf', natsConfig(inventory, machine, engines))] : []),
    ...(has('haproxy') ? [openFile('haproxy.cfg', haproxyConfig(inventory, machine))] : []),
    ...(programsOf(machine).length > 0 ? programFiles(inventory, machine, secrets) : []),
  ]
}

/** As they lie in /etc/pharmacy-relay. The keeper's note of whole secrets is written by `relayctl init`, which makes the databases first. */
function programFiles(inventory: Inventory, machine: Machine, { programs, engines }: AllSecrets): MadeFile[] {
  const own = secretsOf(inventory, machine, programs)
  const isKeeper = keeperOf(inventory)?.name === machine.name
  const place = 'pharmacy-relay'
  return [
    privateFile(`${place}/relay.conf`, configText(machineConfig(inventory, machine))),
    ...Object.entries(own).map(([name, text]) => privateFile(`${place}/secrets/${name}`, text)),
    ...(isKeeper
      ? // It makes databases, backups and the archive: at whichever server is the primary.
        [privateFile(`${place}/administrator`, administratorUrl(inventory, engines))]
      : [
          privateFile(`${place}/secrets/${COMPLETE_NOTE}`, JSON.stringify(secretNames())),
          // The unit of the identity API starts with such a file alone.
          privateFile(`${place}/secrets/${FIRST_ADMIN}`, NO_ADMIN),
        ]),
  ]
}

function administratorUrl({ front, ports }: Inventory, engines: EngineSecrets): string {
  return `postgresql://postgres:${engines.Postgres__Superuser}@${front}:${ports.inside.database}/postgres`
}

function privateFile(name: string, text: string): MadeFile {
  return { name, mode: PRIVATE, text }
}

function openFile(name: string, text: string): MadeFile {
  return { name, mode: OPEN, text }
}
