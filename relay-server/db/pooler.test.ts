// A real pgbouncer between a program and its database.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { isListening } from '@pharmacy-relay/shared/test/is-listening.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { openDatabase } from './database.ts'
import { createTestDatabase } from './test-cluster.ts'
import { startLine } from './test-line.ts'
import { notesMigrations, type NotesSchema } from './test-notes.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** pgbouncer refuses root. */
const AS_NOBODY = process.getuid?.() === 0 ? ['--reuid=nobody', '--regid=nogroup', '--clear-groups'] : []

/** In front of a database of its own. Answers that database's URL through it. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const database = await createTestDatabase<NotesSchema>({
    name: 'pooled',
    migrationsFolder: notesMigrations,
  })
  onTestFinished(async () => database.stop())
  const behind = new URL((await startLine(database.url)).url)
  const folder = mkdtempSync(join(tmpdir(), 'relay-pooler-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, `"${behind.username}" "${behind.password}"\n`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
  )
  const pooler = spawn('setpriv', [...AS_NOBODY, '--pdeathsig=KILL', PROGRAM, config], { stdio: 'ignore' })
  onTestFinished(() => void pooler.kill('SIGKILL'))
  await until('pgbouncer listens', async () => isListening(port))
  behind.port = String(port)
  return behind.href
}

async function opened(url: string) {
  const database = await openDatabase<NotesSchema>({
    connectionString: url,
    dataFolder: '',
    name: 'pooled',
    migrationsFolder: notesMigrations,
    logger: silentLogger,
  })
  onTestFinished(async () => database.stop())
  return database
}

describe.skipIf(!existsSync(PROGRAM))('A pooler (needs pgbouncer: npm run tools)', () => {
  test('O111: in transaction mode is refused at the start, in words; in session mode the program works', async () => {
    await expect(opened(await startPooler('transaction'))).rejects.toThrow(
      /is reached by way of a pooler that gives each transaction another connection.*pool_mode = session/,
    )
    const { db } = await opened(await startPooler('session'))
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
  })
})
