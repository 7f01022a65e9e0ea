// Brings a base and the log behind it back in a folder of its own, by a database server of its own that nobody else reaches.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import { isAnswering, socketUrl } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { judgeHead, type BackupHead } from '../backup/manifest.ts'
import { readBackup, type BackupOpener } from '../backup/read-backup.ts'
import { treeVersion } from '../machine/health.ts'
import { RefusedError } from '../refused.ts'
import { numberOf, segmentsIn, type BaseFile } from './archive-files.ts'
import { openSealed } from './sealed-file.ts'

/** Where the log is gone through to: its end, a moment, or a position as PostgreSQL writes it. */
export type RecoveryTarget = { readonly at: Date } | { readonly lsn: string } | null

export interface RecoveryOrder {
  /** Empty, or not there. */
  readonly folder: string
  readonly base: BaseFile
  readonly archive: string
  readonly opener: BackupOpener
  readonly target: RecoveryTarget
  readonly say: (line: string) => void
}

export interface RecoveredServer {
  readonly head: BackupHead
  /** Of this database there, over a socket in the folder. */
  readonly url: (database: string) => string
  readonly segments: number
  stop(): Promise<void>
}

/** The account that PostgreSQL runs as where this is root, whom it refuses. */
const ACCOUNT = 'postgres'
const LOOK_MS = 200
const LIMIT_MS = 3_600_000
const LOG_LINES = 8

/** Resolves once the log was gone through and the server answers. Throws Error with the server's words; the folder stays to be looked at. */
export async function recoverServer(order: RecoveryOrder): Promise<RecoveredServer> {
  const places = foldersIn(order.folder)
  const head = await openBase(order, places.data)
  const segments = await openLog(order, places.log)
  order.say(
    `opened: the base of ${order.base.takenAt.toISOString()}, and ${segments} segments of log behind it`,
  )
  for (const folder of [places.data, places.log, places.socket]) own(folder)
  writeSettings(places, order.target)
  const server = startServer(places, head.manifest.postgresMajor)
  const url = (database: string): string => socketUrl(places.socket, database)
  await untilAnswering(server, url('postgres'), places.words)
  return { head, url, segments, stop: async () => stopServer(server) }
}

interface Folders {
  readonly data: string
  readonly log: string
  readonly socket: string
  /** What the server says. */
  readonly words: string
}

function foldersIn(folder: string): Folders {
  if (existsSync(path.join(folder, 'data')))
    throw new RefusedError(`${folder}/data is there: name another folder`)
  const places = {
    data: path.join(folder, 'data'),
    log: path.join(folder, 'log'),
    socket: path.join(folder, 'socket'),
    words: path.join(folder, 'postgres.log'),
  }
  // The account goes through, and sees nothing.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  chmodSync(folder, 0o711)
  for (const one of [places.data, places.log, places.socket]) mkdirSync(one, { mode: 0o700 })
  return places
}

/** Unpacked as it comes: nothing is written twice. */
async function openBase({ base, opener }: RecoveryOrder, data: string): Promise<BackupHead> {
  let head: BackupHead | null = null
  const parts = new PassThrough()
  const tar = spawn('tar', ['-x', '-C', data], { stdio: ['pipe', 'ignore', 'pipe'] })
  const unpacked = pipeline(parts, createZstdDecompress(), tar.stdin)
  const closed = once(tar, 'close')
  const read = readBackup(base.file, opener, {
    begin: async (found) => {
      judgeHead(found, treeVersion(), 'server')
      head = found
      return Promise.resolve()
    },
    take: async (_name, part) => {
      for await (const chunk of part) await pour(parts, chunk)
    },
  }).finally(() => parts.end())
  const [reading, unpacking, ending] = await Promise.allSettled([read, unpacked, closed])
  if (reading.status === 'rejected') throw reading.reason
  if (unpacking.status === 'rejected') throw unpacking.reason
  const code: unknown = ending.status === 'fulfilled' ? ending.value[0] : ending.reason
  if (code !== 0 || head === null) throw new Error(`tar ended with ${String(code)} at the base`)
  return head
}

/** Waits where the other side is slow; one that has ended says why by itself. */
async function pour(to: PassThrough, chunk: unknown): Promise<void> {
  if (to.destroyed || to.write(chunk)) return
  const over = new AbortController()
  const { signal } = over
  await Promise.race([once(to, 'drain', { signal }), once(to, 'close', { signal })]).catch(() => null)
  over.abort()
}

/** Returns how many there were. */
async function openLog({ base, archive, opener }: RecoveryOrder, folder: string): Promise<number> {
  const from = numberOf(base.segment)
  const needed = segmentsIn(archive).filter(
    ({ segment }) => segment.endsWith('.history') || numberOf(segment) >= from,
  )
  for (const { file, segment } of needed) await openSealed(file, path.join(folder, segment), opener)
  return needed.length
}

function own(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${ACCOUNT}:`, folder], { stdio: 'pipe' })
}

/** Of the server that was lost nothing counts here but its data: neither its addresses nor its own settings. */
function writeSettings({ data, log, socket }: Folders, target: RecoveryTarget): void {
  const until =
    target === null
      ? []
      : 'lsn' in target
        ? [`recovery_target_lsn = '${target.lsn}'`]
        : [`recovery_target_time = '${target.at.toISOString()}'`]
  const files = {
    'postgresql.conf': [
      "listen_addresses = ''",
      `unix_socket_directories = '${socket}'`,
      `hba_file = '${data}/pg_hba.conf'`,
      `ident_file = '${data}/pg_ident.conf'`,
      'hot_standby = off',
      `restore_command = 'cp "${log}/%f" "%p"'`,
      "recovery_target_action = 'promote'",
      ...until,
    ],
    'postgresql.auto.conf': [],
    // The folder of the socket is the account's alone.
    'pg_hba.conf': ['local all all trust'],
    'pg_ident.conf': [],
    'recovery.signal': [],
  }
  for (const [name, lines] of Object.entries(files)) {
    const file = path.join(data, name)
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
    own(file)
  }
}

function startServer({ data, words }: Folders, major: number): ChildProcess {
  const program = `/usr/lib/postgresql/${major}/bin/postgres`
  if (!existsSync(program))
    throw new RefusedError(`PostgreSQL ${major} is not installed: apt-get install postgresql-${major}`)
  const log = openSync(words, 'a', 0o600)
  const isRoot = process.getuid?.() === 0
  const as = ['--reuid', ACCOUNT, '--regid', ACCOUNT, '--init-groups', '--pdeathsig', 'INT', '--', program]
  const args = ['-D', data]
  const [file = '', ...before] = isRoot ? ['setpriv', ...as] : [program]
  const server = spawn(file, [...before, ...args], { cwd: '/', stdio: ['ignore', log, log] })
  closeSync(log)
  return server
}

async function untilAnswering(server: ChildProcess, url: string, words: string): Promise<void> {
  const endMs = performance.now() + LIMIT_MS
  while (!(await isAnswering(url))) {
    const isOver = server.exitCode !== null || server.signalCode !== null
    if (isOver || performance.now() > endMs) {
      server.kill('SIGQUIT')
      throw new Error(`The log could not be gone through: ${lastWords(words)}`)
    }
    await wait(LOOK_MS)
  }
}

function lastWords(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-LOG_LINES).join(' ')
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
}

/** What a recovery left, when nobody wants it. */
export function removeSecondPlace(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
