// The first admin: asked for once, kept as a private file until the identity API has made him, then emptied.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { FIRST_ADMIN, NO_ADMIN, writePrivate } from '../machine/secret-files.ts'
import type { Places } from '../machine/places.ts'
import { RefusedError } from '../refused.ts'
import type { CommandParts } from './command.ts'

const MIN_PASSWORD = 12

/** What was done, in words. */
export async function bringFirstAdmin({ options, places }: CommandParts): Promise<string> {
  const file = path.join(places.secrets, FIRST_ADMIN)
  if (existsSync(file))
    return readFileSync(file, 'utf8') === NO_ADMIN ? 'was there' : 'waits for the first start'
  const { admin: email } = options
  if (email === undefined) throw new RefusedError('Say who the first admin is: --admin you@example.org')
  const password = await passwordFrom(options['admin-password-file'] ?? null)
  if (password.length < MIN_PASSWORD)
    throw new RefusedError(`The password needs ${MIN_PASSWORD} characters at least`)
  writePrivate(file, JSON.stringify([{ email, name: email.split('@')[0] ?? email, role: 'Admin', password }]))
  return `${email}, with the next start`
}

/** Once the identity API is ready it has him, and his password need not lie there. In place: a program may hold the file. */
export function forgetFirstAdmin(places: Places): void {
  const file = path.join(places.secrets, FIRST_ADMIN)
  if (existsSync(file) && readFileSync(file, 'utf8') !== NO_ADMIN)
    writeFileSync(file, NO_ADMIN, { flush: true })
}

async function passwordFrom(file: string | null): Promise<string> {
  if (file !== null) return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  if (!process.stdin.isTTY)
    throw new RefusedError('There is no terminal to ask for the password: --admin-password-file FILE')
  process.stderr.write('Password of the first admin (it is not shown): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
