// PostgreSQL's own programs: which of them fits the server, and how one is run without a password among its arguments.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { RefusedError } from '../refused.ts'

/** Debian's: a folder for each major version. */
const DEBIAN = '/usr/lib/postgresql'
const STOCK_LIMIT_MS = 60_000

/** By whom the server is asked: an URL, or the system's account `postgres` over the socket. */
export type Administrator = { readonly url: string } | { readonly account: 'postgres' }

/** What libpq reads in place of arguments, which everybody on the machine may see. */
export function libpqEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const entries = {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: searchParams.get('port') ?? (port === '' ? '5432' : port),
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''))
}

/** The newest installed tool at or above the server's major version: an older pg_dump refuses a newer server. */
export function chooseTool(name: string, serverMajor: number, installed: readonly number[]): string {
  const fitting = installed.filter((major) => major >= serverMajor).toSorted((one, other) => one - other)
  if (fitting[0] !== undefined) return path.join(DEBIAN, String(fitting[0]), 'bin', name)
  throw new RefusedError(
    `${name} of PostgreSQL ${serverMajor} is not installed: apt-get install postgresql-client-${serverMajor}`,
  )
}

export function installedMajors(): number[] {
  if (!existsSync(DEBIAN)) return []
  return readdirSync(DEBIAN)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

export interface ToolRun {
  readonly tool: string
  readonly args: readonly string[]
  readonly as: Administrator
  readonly database: string
}

/** Started with both ends of its pipe open; `ended` resolves with what went wrong, null for nothing. */
export function startTool(run: ToolRun): {
  readonly child: ChildProcess
  readonly ended: Promise<string | null>
} {
  const own = 'url' in run.as ? libpqEnvironment(run.as.url) : {}
  const command = 'url' in run.as ? [run.tool] : ['runuser', '-u', run.as.account, '--', run.tool]
  const [file = '', ...before] = command
  const child = spawn(file, [...before, ...run.args], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      ...own,
      PGDATABASE: run.database,
      PGCONNECT_TIMEOUT: '10',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const errors = text(child.stderr)
  // A tool that ends early closes its input; its words say why.
  child.stdin.on('error', () => {})
  const code = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (status, signal) => resolve(String(status ?? signal)))
  })
  const ended = Promise.all([code, errors]).then(([how, words]) =>
    how === '0'
      ? null
      : `${path.basename(run.tool)} ended with ${how}: ${words.trim().split('\n').slice(-3).join(' ')}`,
  )
  return { child, ended }
}

/** Statements in one go, the first fault ends it. Returns the rows, unaligned. Throws Error with the tool's words. */
export async function runSql(as: Administrator, database: string, sql: string): Promise<string[]> {
  const args = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-f', '-']
  const { child, ended } = startTool({ tool: 'psql', args, as, database })
  const limit = setTimeout(() => child.kill('SIGKILL'), STOCK_LIMIT_MS)
  const output = child.stdout === null ? Promise.resolve('') : text(child.stdout)
  child.stdin?.end(sql)
  const [rows, fault] = await Promise.all([output, ended])
  clearTimeout(limit)
  if (fault !== null) throw new Error(fault)
  return rows.split('\n').filter((row) => row !== '')
}
