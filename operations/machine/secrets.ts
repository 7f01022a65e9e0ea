// The secrets of an installation: which there are, how new ones are made, and whether what lies there is whole.
import { randomBytes } from 'node:crypto'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { allSettings, databases, programs } from './programs.ts'

/** The URL by which backups read all databases. Of relayctl, no program's. */
export const BACKUP_URL = 'Backup__Url'
export const CONNECTIONS: readonly string[] = databases.map(({ setting }) => setting)
/** Of patients: `ID:KEY,…`, the newest first. */
export const KEY_LISTS: readonly string[] = ['Pharmacy__DataKeys', 'Pharmacy__IndexKeys']
/** Before the name of each service that has a secret of its own. */
export const CLIENT = 'ServiceClient__Secret__'
/** The identity API's list of them. */
export const CLIENT_LIST = 'Identity__ServiceClients'
const KEY_BYTES = 32

export type Secrets = Readonly<Record<string, string>>

/** Every secret setting of every program, and relayctl's own. */
export function secretNames(): string[] {
  return [...namesOf(allSettings), BACKUP_URL]
}

/** Of one program: what it is given, and no other. */
export function secretsOfProgram(name: string): string[] {
  return namesOf(programs.find((program) => program.name === name)?.settings ?? {})
}

function namesOf(table: SettingsTable): string[] {
  return Object.keys(table).filter((name) => table[name]?.secret === true)
}

/** An optional secret is an empty file, which counts as not set: systemd starts no unit whose credential is missing. */
function isOptional(name: string): boolean {
  return allSettings[name]?.fallback === ''
}

/** With an empty one for each optional secret that is not there, as after an upgrade: units start with all files alone. */
export function withOptional(present: Secrets): Secrets {
  const open = secretNames().filter((name) => present[name] === undefined && isOptional(name))
  return { ...present, ...Object.fromEntries(open.map((name) => [name, ''])) }
}

/** 43 characters of base64url, 256 bits. */
export function newSecret(): string {
  return randomBytes(KEY_BYTES).toString('base64url')
}

/** What is missing of `names`, made new; `urls` are the databases' by setting. */
export function missingSecrets(
  present: Secrets,
  urls: Readonly<Record<string, string>>,
  make: () => string = newSecret,
): Secrets {
  const made: Record<string, string> = {}
  for (const name of secretNames()) {
    if (present[name] !== undefined || name === CLIENT_LIST) continue
    if (KEY_LISTS.includes(name)) made[name] = `1:${make()}`
    else made[name] = urls[name] ?? (isOptional(name) ? '' : make())
  }
  if (present[CLIENT_LIST] === undefined) made[CLIENT_LIST] = clientList({ ...present, ...made })
  return made
}

/** As the identity API reads it: `portal:secret,store:secret`. */
export function clientList(all: Secrets): string {
  const clients = Object.keys(all).filter((name) => name.startsWith(CLIENT))
  return clients.map((name) => `${name.slice(CLIENT.length)}:${all[name]}`).join(',')
}

export type SecretsState =
  | { readonly kind: 'none' | 'whole' }
  /** Never used: an `init` that was ended may go on. */
  | { readonly kind: 'begun'; readonly missing: readonly string[] }
  /** Once whole, and something is gone: what it protected is lost unless a backup has it. */
  | { readonly kind: 'broken'; readonly missing: readonly string[] }

/** `noted`: the names that were there when an `init` came to its end; null when none did. */
export function judgeSecrets(present: readonly string[], noted: readonly string[] | null): SecretsState {
  const missing = (names: readonly string[]) => names.filter((name) => !present.includes(name))
  if (noted === null && present.length === 0) return { kind: 'none' }
  const lost = missing(noted ?? [])
  if (lost.length > 0) return { kind: 'broken', missing: lost }
  const open = missing(secretNames())
  return noted !== null && open.length === 0 ? { kind: 'whole' } : { kind: 'begun', missing: open }
}

/** The secrets that say which data can be read; a backup without one of them is none. */
export const VITAL: readonly string[] = [
  ...CONNECTIONS,
  BACKUP_URL,
  ...KEY_LISTS,
  'Identity__SealKey',
  'Store__DeviceKeySecret',
  'Pharmacy__SmsKey',
]
