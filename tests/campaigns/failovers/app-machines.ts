// The machines of our programs, each with a folder in place of its own disk, and what a person types there.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../../../scripts/command.ts'
import { programArgs } from '../../kit/programs.ts'
import type { SecondNetwork } from './second-network.ts'

const COMMAND_LIMIT_MS = 240_000

/** Of the first admin, in the files of `relayctl init`. */
export const ADMIN = { email: 'ada@relay.example', password: 'correct horse battery staple' }

/** The first has all secrets and every program; the second what stands behind a portal. */
export type AppMachine = 'app-1' | 'app-2'

export interface Places {
  readonly folder: string
  readonly inventory: string
  readonly made: string
  readonly settings: Readonly<Record<string, string>>
  readonly second: SecondNetwork | null
}

export interface Operator {
  /** Of each machine of our programs. */
  rootOf(machine: AppMachine): string
  /** relayctl on a machine of our programs, as a try-out. Throws Error with what it printed when its code is another than 0. */
  relayctl(machine: AppMachine, ...args: string[]): Promise<string>
  /** relayctl cluster with the inventory once more. Throws Error likewise. */
  remake(...args: string[]): Promise<string>
  /** As a person copies them to their machine. */
  copySecrets(machine: AppMachine): void
}

/** As the README of the machine says: the databases, by way of haproxy, and the first admin. */
export function initArgs(places: Places): string[] {
  const { folder } = places
  const root = rootOf(places, 'app-1')
  copyMachine(places, 'app-1')
  const password = path.join(folder, 'password')
  writeFileSync(password, ADMIN.password, { mode: 0o600 })
  return ['init', '--root', root, '--admin', ADMIN.email, '--admin-password-file', password]
}

export function copyMachine(places: Places, machine: AppMachine): void {
  const etc = path.join(rootOf(places, machine), 'etc')
  mkdirSync(etc, { recursive: true })
  execFileSync('cp', ['-a', path.join(places.made, machine, 'pharmacy-relay'), etc])
}

function rootOf({ folder }: Places, machine: AppMachine): string {
  return path.join(folder, machine)
}

/** What a person does with the machines of our programs. */
export function operatorOf(places: Places): Operator {
  const { made, inventory } = places
  const secrets = 'pharmacy-relay/secrets'
  return {
    rootOf: (machine: AppMachine) => rootOf(places, machine),
    relayctl: async (machine: AppMachine, ...args: string[]) => {
      const within = machine === 'app-2' ? (places.second?.within ?? []) : []
      return relayctlWithin(within, [...args, '--root', rootOf(places, machine)])
    },
    remake: async (...args: string[]) => relayctl('cluster', inventory, '--into', made, ...args),
    copySecrets: (machine: AppMachine) => {
      const own = path.join(rootOf(places, machine), 'etc', secrets)
      execFileSync('cp', ['-a', `${path.join(made, machine, secrets)}/.`, own])
    },
  }
}

export async function relayctl(...args: string[]): Promise<string> {
  return relayctlWithin([], args)
}

async function relayctlWithin(within: readonly string[], args: readonly string[]): Promise<string> {
  const [file = '', ...words] = [...within, process.execPath, ...programArgs('operations/main.ts', ...args)]
  const limits = { env: {}, limitMs: COMMAND_LIMIT_MS, shown: false }
  const { succeeded, output } = await runCommand({ file, args: words, ...limits })
  if (!succeeded) throw new Error(`relayctl ${args[0] ?? ''}: ${output}`)
  return output
}
