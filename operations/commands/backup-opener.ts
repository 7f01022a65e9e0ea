// What opens a backup, out of the options: the key from the safe, or a passphrase; each from a file, never from an argument.
import { readFileSync } from 'node:fs'
import type { BackupOpener } from '../backup/read-backup.ts'
import type { Options } from '../command-line.ts'
import { RefusedError } from '../refused.ts'

export function openerFrom(options: Options): BackupOpener {
  const passphrase = passphraseFrom(options)
  if (passphrase !== null) return { passphrase }
  const { 'key-file': file } = options
  if (file === undefined) throw new RefusedError('Name the key from the safe: --key-file FILE')
  const identity = read(file)
    .split('\n')
    .find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identity === undefined) throw new RefusedError(`${file} has no line that begins with AGE-SECRET-KEY-`)
  return { identity: identity.trim() }
}

/** Null: none was named. */
export function passphraseFrom({ 'passphrase-file': file }: Options): string | null {
  if (file === undefined) return null
  const passphrase = read(file).replace(/\r?\n$/, '')
  if (passphrase.length >= 20) return passphrase
  throw new RefusedError(
    `The passphrase in ${file} needs 20 characters at least: whoever has a backup may try for ever`,
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new RefusedError(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`)
  }
}
