// Secrets out of files: what the service manager laid into $CREDENTIALS_DIRECTORY, a file for each secret setting, named like it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Environment, SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { errorCode } from './error-code.ts'

/**
 * The environment with the credentials of the table's secrets beneath it: a variable that is set goes first. A secret of the
 * environment can be read by `systemctl show` and by children; a credential by the program alone. One newline at the end is not
 * part of it; an empty file is as good as none. Throws what reading throws, but for a file that is not there.
 */
export function withCredentials(environment: Environment, table: SettingsTable): Environment {
  const folder = environment['CREDENTIALS_DIRECTORY'] ?? ''
  if (folder === '') return environment
  const found: Record<string, string | undefined> = { ...environment }
  for (const [name, setting] of Object.entries(table))
    if (setting.secret === true && (found[name] ?? '') === '') found[name] = readCredential(folder, name)
  return found
}

function readCredential(folder: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(folder, name), 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
