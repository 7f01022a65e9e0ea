// What a person does on each machine in one round of an exchange of secrets, of our programs or of the engines. Pure.
import { BACKUP_URL } from '../machine/secrets.ts'
import { checkWord } from '../machine/exchange.ts'
import type { Engine, Round } from '../machine/rotations.ts'
import { keeperOf, secretsOf, type AllSecrets } from './cluster-secrets.ts'
import type { Inventory, Machine } from './inventory.ts'
import { SUPERUSER_ROLE } from './engine-roles.ts'
import { programsOf } from './machine-config.ts'

export interface MachineStep {
  readonly machine: string
  /** Typed on it, once its secrets are there; empty where nothing of it has to begin anew. */
  readonly command: string
}

/** What a round is carried out with: the secrets as they are with it. */
export interface RoundOnMachines {
  readonly inventory: Inventory
  readonly round: Round
  readonly secrets: AllSecrets
}

/**
 * The machine that makes backups first, but behind engines, also where it runs no program of the round: it has every secret.
 * `relayctl init` gives the roles of the databases their passwords. Another machine that has nothing of the round is left out.
 */
export function stepsOf(on: RoundOnMachines): MachineStep[] {
  const { inventory, round } = on
  const keeper = keeperOf(inventory)
  const others = inventory.machines.filter(({ name }) => name !== keeper?.name)
  const first = keeper === null ? [] : [keeper]
  // It comes to the databases by what an engine takes only then.
  const inOrder = round.engines.length > 0 ? [...others, ...first] : [...first, ...others]
  return inOrder.flatMap((machine) => {
    const isKeeper = machine.name === keeper?.name
    const engines = round.engines.flatMap((engine) => reload(engine, inventory, machine))
    const commands = isKeeper
      ? [
          ...(round.urls.length > 0 ? ['relayctl init'] : []),
          ...engines,
          ...administrator(round),
          ...restarts(on, machine),
          ...archive(round),
        ]
      : [...engines, ...restarts(on, machine)]
    const isGiven = isKeeper && round.engines.length === 0 && Object.keys(round.changes).length > 0
    const isMeant = commands.length > 0 || isGiven
    return isMeant ? [{ machine: machine.name, command: commands.join(' && ') }] : []
  })
}

/** In the folder that was copied to it. Connections that are there stay. */
function reload(engine: Engine, inventory: Inventory, { roles }: Machine): string[] {
  if (!roles.includes(engine)) return []
  if (engine === 'nats')
    return ['install -o nats -m 600 nats.conf /etc/nats-server.conf && systemctl reload nats-server']
  const { folders, ports } = inventory
  return [
    `su ${SUPERUSER_ROLE} -c 'psql --host ${folders.sockets} --port ${ports.postgres}' < roles.sql`,
    'install -o postgres -m 600 patroni.yml /etc/patroni/config.yml && systemctl reload patroni',
  ]
}

/** By which relayctl comes to the databases. */
function administrator({ engines }: Round): string[] {
  return engines.includes('postgres')
    ? ['install -m 600 pharmacy-relay/administrator /etc/pharmacy-relay/administrator']
    : []
}

/** Refused there with secrets that were not copied. */
function restarts({ inventory, round, secrets }: RoundOnMachines, machine: Machine): string[] {
  const names = programsOf(machine).filter((name) => round.programs.includes(name))
  if (names.length === 0) return []
  const word = checkWord(secretsOf(inventory, machine, secrets.programs))
  return [`relayctl restart --secrets ${word} ${names.map((name) => `--program ${name}`).join(' ')}`]
}

function archive(round: Round): string[] {
  return round.urls.includes(BACKUP_URL) ? ['systemctl try-restart pharmacy-relay-archive.service'] : []
}

/** `folder`: where the files are made, as it was typed. */
export function stepLines(on: RoundOnMachines, folder: string): string[] {
  const { inventory, round } = on
  const steps = stepsOf(on)
  const width = Math.max(...steps.map(({ machine }) => machine.length))
  return [
    ...copyLines(round, folder),
    ...engineNotes(round),
    ...steps.map(
      ({ machine, command }) => `  ${machine.padEnd(width)}  ${command || '(nothing to restart)'}`,
    ),
    ...(round.urls.some((url) => url !== BACKUP_URL)
      ? ['Do these one behind the other: until its restart a program gets no new connection to its database.']
      : []),
    ...(round.untilSealed
      ? [
          `Then wait until relayctl doctor on ${keeperOf(inventory)?.name ?? ''} says that all rows of patients are under the newest key.`,
        ]
      : []),
  ]
}

function copyLines({ engines }: Round, folder: string): string[] {
  if (engines.length > 0)
    return [
      `First copy ${folder}/NAME into a folder of mode 0700 on each machine NAME below: it holds secrets, so remove it afterwards. In it, on one machine after the other:`,
    ]
  return [
    `First copy ${folder}/NAME/pharmacy-relay/secrets/. into /etc/pharmacy-relay/secrets of each machine NAME below, and there:`,
    '  chown -R root: /etc/pharmacy-relay/secrets',
    'When all have theirs, on one machine after the other:',
  ]
}

function engineNotes({ engines, changes }: Round): string[] {
  return [
    ...('Nats__Routes' in changes
      ? [
          'All within a minute: a server that is reloaded has no route to one that is not, and their portals do not hear each other. Labels go on over the local networks.',
        ]
      : []),
    ...(engines.includes('postgres')
      ? [
          'The one first that patronictl -c /etc/patroni/config.yml list calls Leader, where psql says ALTER ROLE three times (once more on all, where none said so); all within a minute: until its reload a standby that loses its connection gets no new one.',
        ]
      : []),
  ]
}
