// What a person does on each machine in one round of an exchange of secrets. Pure.
import { BACKUP_URL } from '../machine/secrets.ts'
import type { Round } from '../machine/rotations.ts'
import { keeperOf } from './cluster-secrets.ts'
import type { Inventory } from './inventory.ts'
import { programsOf } from './machine-config.ts'

export interface MachineStep {
  readonly machine: string
  /** Typed on it; `relayctl init` comes first of all, as it gives the roles of the databases their passwords. */
  readonly command: string
}

/** The machine that makes backups first; one that has none of the round's programs is left out. */
export function stepsOf(inventory: Inventory, round: Round): MachineStep[] {
  const keeper = keeperOf(inventory)?.name ?? ''
  const machines = inventory.machines.toSorted(
    (one, other) => Number(other.name === keeper) - Number(one.name === keeper),
  )
  return machines.flatMap((machine) => {
    const isKeeper = machine.name === keeper
    const restarted = programsOf(machine).filter((name) => round.programs.includes(name))
    const commands = [
      ...(isKeeper && round.urls.length > 0 ? ['relayctl init'] : []),
      ...(restarted.length > 0
        ? [`relayctl restart ${restarted.map((name) => `--program ${name}`).join(' ')}`]
        : []),
      ...(isKeeper && round.urls.includes(BACKUP_URL)
        ? ['systemctl try-restart pharmacy-relay-archive.service']
        : []),
    ]
    return commands.length === 0 ? [] : [{ machine: machine.name, command: commands.join(' && ') }]
  })
}

export function stepLines(inventory: Inventory, round: Round): string[] {
  const steps = stepsOf(inventory, round)
  const width = Math.max(...steps.map(({ machine }) => machine.length))
  return [
    'Copy to each of these machines first: NAME/pharmacy-relay/secrets/. over its /etc/pharmacy-relay/secrets. Only then, one after the other:',
    ...steps.map(({ machine, command }) => `  ${machine.padEnd(width)}  ${command}`),
    ...(round.untilSealed
      ? [
          `and wait until relayctl doctor on ${keeperOf(inventory)?.name ?? ''} says that all rows of patients are under the newest key.`,
        ]
      : []),
  ]
}
