// The secrets of several machines: of our programs as everywhere, and of the engines; made once, kept in a folder, given out by need.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { databaseUrls, movedUrls } from '../database/installation-roles.ts'
import { programs } from '../machine/programs.ts'
import { readSecrets } from '../machine/secret-files.ts'
import { missingSecrets, newSecret, secretNames, secretsOfProgram, type Secrets } from '../machine/secrets.ts'
import { ENGINE_SECRETS, engineSecrets, type EngineSecrets } from './engine-secrets.ts'
import { machinesWith, PROGRAM_OF, type Inventory, type Machine } from './inventory.ts'
import { natsUrl } from './nats-node.ts'

const NATS_URL = 'Nats__Url'

export interface AllSecrets {
  readonly engines: EngineSecrets
  readonly programs: Secrets
}

/** What is there stays; what is missing is made; addresses are those of the inventory. */
export function clusterSecrets(inventory: Inventory, folder: string): AllSecrets {
  const engines = engineSecrets((name) => kept(folder, name), newSecret)
  const as = { url: `postgresql://${inventory.front}:${inventory.ports.inside.database}/` }
  const present = readSecrets(folder)
  const urls = databaseUrls(as, { Databases__Prefix: 'relay', ...inventory.settings })
  const all = movedUrls(as, { ...present, ...missingSecrets(present, urls) })
  return { engines, programs: { ...all, [NATS_URL]: natsUrl(inventory, engines) } }
}

/** As they are with what a round changes. */
export function withChanges(inventory: Inventory, present: AllSecrets, changes: Secrets): AllSecrets {
  const isOfEngine = ([name]: [string, string]): boolean =>
    ENGINE_SECRETS.some((engineSecret) => engineSecret === name)
  const all = Object.entries(changes)
  const engines = { ...present.engines, ...Object.fromEntries(all.filter(isOfEngine)) }
  const changed = Object.fromEntries(all.filter((one) => !isOfEngine(one)))
  return { engines, programs: { ...present.programs, ...changed, [NATS_URL]: natsUrl(inventory, engines) } }
}

function kept(folder: string, name: string): string | null {
  const file = path.join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * The machine that has every secret: it makes the databases, the first admin and the backups. It runs the identity API, which takes
 * the admin over, and where one does also the pharmacy API, whose secrets are the worst to lose.
 */
export function keeperOf(inventory: Inventory): Machine | null {
  const withIdentity = machinesWith(inventory, 'identity')
  return withIdentity.find(({ roles }) => roles.includes('pharmacy')) ?? withIdentity[0] ?? null
}

/** By name, for one machine: what its programs read. The others are empty files, which count as not set. */
export function secretsOf(inventory: Inventory, machine: Machine, all: Secrets): Secrets {
  if (machine.name === keeperOf(inventory)?.name) return all
  const needed = programs
    .filter(({ name }) => machine.roles.some((role) => PROGRAM_OF[role] === name))
    .flatMap(({ name }) => secretsOfProgram(name))
  return Object.fromEntries(
    secretNames().map((name) => [name, needed.includes(name) ? (all[name] ?? '') : '']),
  )
}
