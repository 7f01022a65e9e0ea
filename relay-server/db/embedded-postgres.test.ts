// The built-in PostgreSQL with its real binaries: starting, keeping data, dying, refusing.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { chooseAccount } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { runPostgres } from './postgres-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { withConnection } from './postgres-connection.ts'
import { clusterPaths, serverOf } from './postgres-folder.ts'
import { killRemains } from './postgres-remains.ts'
import { isAlive, tempFolder } from './test-notes.ts'

async function start(folder: string, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ folder, logger: silentLogger, durable })
  onTestFinished(() => server.stop())
  return server
}

async function valueOf(server: EmbeddedPostgres, query: string): Promise<unknown> {
  return withConnection(server.urlOf('store'), async (client) => {
    const { rows } = await client.query<{ value: unknown }>(query)
    return rows[0]?.value
  })
}

/** A program of its own that starts the cluster, says so, and waits. */
async function startInOtherProcess(folder: string): Promise<ChildProcess> {
  const module = pathToFileURL(join(import.meta.dirname, 'embedded-postgres.ts')).href
  const logger = '{ info() {}, warn() {}, error() {}, debug() {} }'
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, logger: ${logger}, durable: false })
    console.log('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await until('the cluster leaving', () => processesNaming(folder).length === 0)
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the other process ended')))
  await Promise.race([once(child.stdout, 'data'), ended])
  return child
}

test('a cluster starts in a folder that only its owner may enter, without TCP, and keeps its data', async () => {
  const folder = join(tempFolder(), 'closed')
  mkdirSync(folder, { mode: 0o700 })
  const first = await start(folder)
  await Promise.all([first.ensureDatabase('store'), first.ensureDatabase('store')])
  await valueOf(first, 'create table kept as select 7 as value')
  expect(await valueOf(first, "select current_setting('listen_addresses') as value")).toBe('')
  expect(await valueOf(first, "select datlocale as value from pg_database where datname = 'store'")).toBe(
    'C.UTF-8',
  )
  expect(statSync(clusterPaths(folder).socket).mode & 0o777).toBe(0o700)
  const pid = first.serverPid()
  await first.stop()
  expect(pid === null || isAlive(pid)).toBe(false)

  const second = await start(folder)
  expect(await valueOf(second, 'select value from kept')).toBe(7)
})

test('the socket moves to a short folder when its path would be too long', async () => {
  const folder = join(tempFolder(), 'a-long-name-'.repeat(8))
  const server = await start(folder)
  await server.ensureDatabase('store')
  expect(await valueOf(server, 'select 1 as value')).toBe(1)
  const { socket } = clusterPaths(folder)
  expect(socket.startsWith(folder)).toBe(false)
  await server.stop()
  expect(existsSync(socket)).toBe(false)
})

test('kill -9 of the program takes PostgreSQL along, and the next start finds its data', async () => {
  const folder = tempFolder()
  const child = await startInOtherProcess(folder)
  const pid = serverOf(clusterPaths(folder).data)
  expect(pid !== null && isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  // At once, while the old server may still be shutting down.
  const next = await start(folder)
  expect(next.serverPid()).not.toBe(pid)
  expect(isAlive(pid ?? 0)).toBe(false)
  await next.ensureDatabase('store')
  await next.stop()
  await until('every process of the cluster leaving', () => processesNaming(folder).length === 0)
})

test('a server that is stopped in its very first moments shuts down cleanly', async () => {
  const folder = tempFolder()
  const first = await start(folder)
  await first.stop()
  const paths = clusterPaths(folder)
  mkdirSync(paths.socket, { mode: 0o700 })
  const { postgres } = findPostgresBinaries()
  const account = await chooseAccount({
    self: process.getuid?.() ?? 0,
    postgres,
    folder,
    dataFolder: paths.data,
    unshare: 'unshare',
  })
  const run = runPostgres({ postgres, account, paths, durable: false, logger: silentLogger })
  await run.stop()
  expect(run.isRunning()).toBe(false)
  // One that had to be killed would leave its mark.
  expect(serverOf(paths.data)).toBeNull()
})

function processesNaming(text: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
  return pids.filter((pid) => commandOf(pid).includes(text))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('a server that was killed is started again by itself', async () => {
  // Durable, because what was committed must be there after each kill.
  const server = await start(tempFolder(), true)
  await server.ensureDatabase('store')
  await valueOf(server, 'create table kept as select 7 as value')
  for (const round of [1, 2]) {
    const killed = server.serverPid()
    const gone = new Promise<void>((resolve) => server.onExit(resolve))
    if (killed !== null) process.kill(killed, 'SIGKILL')
    await gone
    await until(`an answer after kill ${round}`, async () =>
      valueOf(server, 'select value from kept').then(
        (value) => value === 7,
        () => false,
      ),
    )
    expect(server.serverPid()).not.toBe(killed)
  }
})

test.skipIf(process.platform !== 'linux')(
  'a worker that does not notice the death of its server does not keep the next one from starting',
  async () => {
    const folder = tempFolder()
    const server = await start(folder)
    await server.ensureDatabase('store')
    await withConnection(server.urlOf('store'), async (client) => {
      client.on('error', () => undefined)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const worker = rows[0]?.pid ?? 0
      const other = spawn('sleep', ['60'], { cwd: clusterPaths(folder).data })
      onTestFinished(() => void other.kill())
      await once(other, 'spawn')
      process.kill(worker, 'SIGSTOP')
      process.kill(server.serverPid() ?? 0, 'SIGKILL')
      await until('an answer', async () =>
        valueOf(server, 'select 7 as value').then(
          (value) => value === 7,
          () => false,
        ),
      )
      await until('the end of the worker', () => !isAlive(worker))
      expect(isAlive(other.pid ?? 0)).toBe(true)
    })
  },
)

test('what a server that lives has at work is no remains', async () => {
  const folder = tempFolder()
  const server = await start(folder)
  await server.ensureDatabase('store')
  await withConnection(server.urlOf('store'), async (client) => {
    expect(killRemains(clusterPaths(folder).data)).toBe(0)
    const { rows } = await client.query<{ value: number }>('select 7 as value')
    expect(rows).toEqual([{ value: 7 }])
  })
})

test('a folder that another program uses is refused after a bounded wait', async () => {
  const folder = tempFolder()
  await startInOtherProcess(folder)
  const starting = startEmbeddedPostgres({ folder, logger: silentLogger, durable: false })
  await expect(starting).rejects.toThrow(
    /in use by another PostgreSQL \(process \d+\): is this service already running/,
  )
})

test('a data folder of another version is refused in words', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'cluster'), { mode: 0o700 })
  writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '17\n')
  const starting = startEmbeddedPostgres({ folder, logger: silentLogger, durable: false })
  await expect(starting).rejects.toThrow(/was made by PostgreSQL 17 and this is PostgreSQL 18/)
})

test('a data folder with other files is refused and left as it is', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'cluster'))
  writeFileSync(join(folder, 'cluster', 'holiday.jpg'), '')
  const starting = startEmbeddedPostgres({ folder, logger: silentLogger, durable: false })
  await expect(starting).rejects.toThrow(/holds other files and no PostgreSQL data/)
  expect(readdirSync(join(folder, 'cluster'))).toEqual(['holiday.jpg'])
})

test('a socket folder that others may enter is refused', async () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'socket'))
  chmodSync(join(folder, 'socket'), 0o777)
  const starting = startEmbeddedPostgres({ folder, logger: silentLogger, durable: false })
  await expect(starting).rejects.toThrow(/belongs to somebody else or is open to others/)
})

test('a mark left by a server whose process id now belongs to another program does not keep the cluster from starting', async () => {
  const folder = tempFolder()
  const first = await start(folder)
  await first.stop()
  // This test runner is alive and no PostgreSQL.
  writeFileSync(join(clusterPaths(folder).data, 'postmaster.pid'), `${process.pid}\n`)
  const second = await start(folder)
  await second.ensureDatabase('store')
  expect(await valueOf(second, 'select 1 as value')).toBe(1)
})
