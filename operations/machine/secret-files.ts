// The folder of secrets: a file for each, mode 0600, written whole or not at all, and a note of what belongs to it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { RefusedError } from '../refused.ts'
import { BACKUP_URL, judgeSecrets, secretNames, withOptional, type Secrets } from './secrets.ts'

/** The names of the secrets that were there when they were complete. */
export const COMPLETE_NOTE = '.complete.json'
/** The first admin and his password, until the identity API has taken him over. */
export const FIRST_ADMIN = 'first-admin.json'
/** What that file holds afterwards. */
export const NO_ADMIN = '[]\n'
const PRIVATE = 0o600
const OPEN_BITS = 0o077
const Note = z.array(z.string().max(80)).max(200)

/** By name; empty when there is no folder. */
export function readSecrets(folder: string): Secrets {
  const names = secretNames().filter((name) => existsSync(path.join(folder, name)))
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
}

/** False where several machines share an installation and another one has the secrets of backups. */
export function makesBackups({ secrets }: { readonly secrets: string }): boolean {
  return readSecrets(secrets)[BACKUP_URL] !== ''
}

export function secretsStateIn(folder: string) {
  const note = path.join(folder, COMPLETE_NOTE)
  const noted = existsSync(note) ? Note.parse(JSON.parse(readFileSync(note, 'utf8'))) : null
  return judgeSecrets(Object.keys(readSecrets(folder)), noted)
}

/** What this version can do without and the one before did not know: after an upgrade and the way back. */
export function addOptionalSecrets(folder: string): void {
  if (!existsSync(path.join(folder, COMPLETE_NOTE)) || secretsStateIn(folder).kind !== 'begun') return
  writeSecrets(folder, withOptional(readSecrets(folder)))
  if (Object.keys(readSecrets(folder)).length === secretNames().length) noteComplete(folder)
}

/** Throws RefusedError where they are not all there: whatever was begun with half of them would be lost. */
export function wholeSecrets(folder: string): Secrets {
  const state = secretsStateIn(folder)
  if (state.kind === 'whole') return readSecrets(folder)
  throw new RefusedError(
    state.kind === 'broken'
      ? `${brokenText(folder, state.missing)}`
      : `There are no complete secrets in ${folder}: relayctl init makes them`,
  )
}

export function brokenText(folder: string, missing: readonly string[]): string {
  return (
    `${missing.length} of the secrets in ${folder} are gone (${missing.slice(0, 3).join(', ')}): what they protect ` +
    'cannot be read without them, and new ones would not help. Bring them back out of a backup with relayctl restore'
  )
}

export function writeSecrets(folder: string, secrets: Secrets): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const [name, value] of Object.entries(secrets)) writePrivate(path.join(folder, name), value)
}

/** From now on a secret that is missing is a loss. */
export function noteComplete(folder: string): void {
  writePrivate(path.join(folder, COMPLETE_NOTE), JSON.stringify(secretNames()))
}

/** Appears whole, readable by its owner alone. */
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.new`
  writeFileSync(draft, text, { mode: PRIVATE, flush: true })
  chmodSync(draft, PRIVATE)
  renameSync(draft, file)
}

/** Names of files that others than their owner may read. */
export function openSecrets(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => (statSync(path.join(folder, name)).mode & OPEN_BITS) !== 0)
}
