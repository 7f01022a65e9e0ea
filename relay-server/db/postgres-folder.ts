// The folder of one PostgreSQL cluster: where data and socket lie, making the data, who is using it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresAccount } from './postgres-account.ts'
import { POSTGRES_MAJOR } from './postgres-binaries.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)
const POLL_MS = 50
const PREVIOUS_SERVER_MS = 5_000
const INITDB_MS = 120_000
// sockaddr_un.sun_path holds 108 bytes with its closing zero; PostgreSQL adds `/.s.PGSQL.5432`.
const SOCKET_PATH_MAX_BYTES = 107

export interface ClusterPaths {
  /** PostgreSQL's own data folder. */
  readonly data: string
  /** The folder of the socket, 0700. */
  readonly socket: string
}

/** Where a cluster keeps its files. The socket moves to a short folder when its path would be too long. */
export function clusterPaths(folder: string): ClusterPaths {
  const beside = join(folder, 'socket')
  const fits = Buffer.byteLength(join(beside, '.s.PGSQL.5432')) <= SOCKET_PATH_MAX_BYTES
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return { data: join(folder, 'cluster'), socket: fits ? beside : `/tmp/relay-postgres-${name}` }
}

/** Refuses, in words, a data folder that this PostgreSQL cannot open or did not make. */
export function checkDataFolder(data: string): void {
  if (!existsSync(data)) return
  const versionFile = join(data, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new Error(`${data} holds other files and no PostgreSQL data: move it away, and a new one is made.`)
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version === POSTGRES_MAJOR) return
  throw new Error(
    `${data} was made by PostgreSQL ${version} and this is PostgreSQL ${POSTGRES_MAJOR}, which cannot open it: ` +
      `move the folder away to start empty, or run PostgreSQL ${version} on it and set the ConnectionStrings__… setting.`,
  )
}

/** A test's cluster is copied again and again: a log that begins with 1 MB in place of 16. */
const OF_TESTS = ['--no-sync', '--wal-segsize=1']

/** Makes the data folder when there is none: all of it, or nothing when it is interrupted. */
export async function makeDataFolder(
  data: string,
  tools: { binaries: PostgresBinaries; account: PostgresAccount; durable: boolean },
): Promise<void> {
  removeUnfinished(data)
  if (existsSync(data)) return
  const unfinished = `${data}.new-${process.pid}`
  makePrivateFolder(unfinished, tools.account)
  const options = ['-U', 'postgres', '-E', 'UTF8', '--auth-local=trust', '--auth-host=reject']
  // The built-in locale sorts the same on every machine and survives updates of the C library.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const command = [...tools.account.wrapper, tools.binaries.initdb, '-D', unfinished, ...options, ...locale]
  const [program = '', ...args] = tools.durable ? command : [...command, ...OF_TESTS]
  try {
    await run(program, args, {
      ...tools.account.user,
      cwd: '/',
      env: postgresEnvironment(),
      timeout: INITDB_MS,
    })
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(`The data folder ${data} could not be made: ${lastLine(cause)}`, { cause })
  }
  // When another process was faster, its folder is used.
  if (existsSync(data)) rmSync(unfinished, { recursive: true, force: true })
  else renameSync(unfinished, data)
}

function removeUnfinished(data: string): void {
  const parent = join(data, '..')
  for (const name of readdirSync(parent)) {
    const pid = /^cluster\.new-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return (text === '' ? String(error) : text).split('\n').slice(-2).join(' ').slice(0, 500)
}

/** Makes a folder that only the account may enter. Refuses one that somebody else put there. */
export function makePrivateFolder(path: string, account: PostgresAccount): void {
  const allowed = [process.getuid?.() ?? 0, account.user?.uid]
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there === undefined) {
    mkdirSync(path, { mode: 0o700 })
  } else if (!there.isDirectory() || (there.mode & 0o077) !== 0 || !allowed.includes(there.uid)) {
    throw new Error(`${path} belongs to somebody else or is open to others: remove it and start again.`)
  }
  if (account.user !== null) chownSync(path, account.user.uid, account.user.gid)
}

/** Gives the cluster's own data to the account when root made it, for example where namespaces became forbidden. */
export async function giveDataTo(data: string, account: PostgresAccount): Promise<void> {
  if (account.user === null || !existsSync(data)) return
  if (lstatSync(data).uid === account.user.uid) return
  await run('chown', ['-R', `${account.user.uid}:${account.user.gid}`, data], { timeout: 60_000 })
}

/**
 * Waits until no server uses the data folder, at most 5 s: after a crash the old one takes a moment to leave. Removes
 * the mark of a server that is gone when its process id now belongs to another program. Throws in words when it stays.
 */
export async function waitForPreviousServer(data: string): Promise<void> {
  const until = Date.now() + PREVIOUS_SERVER_MS
  for (;;) {
    const pid = serverOf(data)
    if (pid === null) return
    if (!isAlive(pid)) return
    if (isOtherProgram(pid)) return rmSync(join(data, 'postmaster.pid'), { force: true })
    if (Date.now() > until) {
      throw new Error(
        `${data} is in use by another PostgreSQL (process ${pid}): is this service already running?`,
      )
    }
    await delay(POLL_MS)
  }
}

/** The process that marked the data folder as its own, running or not; null when there is none. */
export function serverOf(data: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// Process ids are used again after a restart of the machine. Where /proc tells nothing, the server counts as alive.
function isOtherProgram(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

/** What PostgreSQL's programs see of the environment: nothing that would change where or how they work. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
