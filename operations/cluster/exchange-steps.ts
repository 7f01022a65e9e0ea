// What a person does on each machine in one round of an exchange of secrets. Pure.
import { BACKUP_URL } from '../machine/secrets.ts'
import { checkWord } from '../machine/exchange.ts'
import type { Round } from '../machine/rotations.ts'
import { keeperOf, secretsOf, type AllSecrets } from './cluster-secrets.ts'
import type { Inventory, Machine } from './inventory.ts'
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
 * The machine that makes backups first, also where it runs no program of the round: it has every secret. `relayctl init` gives the roles of
 * the databases their passwords. Another machine that has nothing of the round is left out.
 */
export function stepsOf(on: RoundOnMachines): MachineStep[] {
  const { inventory, round } = on
  const keeper = keeperOf(inventory)
  const others = inventory.machines.filter(({ name }) => name !== keeper?.name)
  return [...(keeper === null ? [] : [keeper]), ...others].flatMap((machine) => {
    const isKeeper = machine.name === keeper?.name
    const commands = isKeeper
      ? [...(round.urls.length > 0 ? ['relayctl init'] : []), ...restarts(on, machine), ...archive(round)]
      : restarts(on, machine)
    const isMeant = commands.length > 0 || (isKeeper && Object.keys(round.changes).length > 0)
    return isMeant ? [{ machine: machine.name, command: commands.join(' && ') }] : []
  })
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
    `First copy ${folder}/NAME/pharmacy-relay/secrets/. into /etc/pharmacy-relay/secrets of each machine NAME below, and there:`,
    '  chown -R root: /etc/pharmacy-relay/secrets',
    'When all have theirs, on one machine after the other:',
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
