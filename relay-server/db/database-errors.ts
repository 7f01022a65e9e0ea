// What a failure of the database means to callers: a problem they can answer with, never SQL and never values.
import pg from 'pg'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const RETRY_AFTER_S = 2
const UNIQUE_VIOLATION = '23505'
// A standby, or a primary that was one until a moment ago: another one takes writes, to which the next connection leads.
const READ_ONLY = '25006'
// The role has another password since this program's start, whose restart is under way.
const PASSWORD_REFUSED = '28P01'

// SQLSTATEs, or their first two characters, after which the same call may well succeed a moment later.
const PASSING_STATES = [
  '08', // connection exceptions
  '53', // out of connections, memory or disk
  '57P', // shut down, restarted, starting up
  PASSWORD_REFUSED,
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction for too long
  READ_ONLY,
  '40001', // serialization failure
  '40P01', // deadlock
]

const PASSING_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// These come without a code or a class of their own; how they begin is all that tells them apart. Here alone it is asked.
const PASSING_BEGINNINGS = [
  // pg/lib/client.js
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout expired',
  // pg-pool/index.js
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end',
  // kysely/dist/driver/runtime-driver.js
  'driver has already been destroyed',
]

/**
 * The problem behind a failed query: `unavailable` (retry after 2 s) for lost connections, shutdowns, too many
 * connections, timeouts and deadlocks; `internal` for every other error of the database, its cause reduced to SQLSTATE
 * and names, because message and detail of the original may hold values of rows. Null when it is no database error.
 */
export function asProblem(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error
  if (isPassing(error)) {
    return new ProblemError('unavailable', 'The database is not available right now', {
      retryAfterS: RETRY_AFTER_S,
      cause: withoutValues(error),
    })
  }
  if (!(error instanceof pg.DatabaseError)) return null
  return new ProblemError('internal', 'The database refused an operation', { cause: withoutValues(error) })
}

/** True when the failure is expected to pass by itself. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (error instanceof pg.DatabaseError) return PASSING_STATES.some((state) => code.startsWith(state))
  if (PASSING_SYSTEM_CODES.has(code)) return true
  // The socket file is missing while the server is down. Other ENOENT errors are no matter of the database.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return PASSING_BEGINNINGS.some((text) => error.message.startsWith(text))
}

/** True when the server of this connection takes no writes: behind a failover another one does. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY
}

/** True when the server knows another password of the role: of a program that has worked it passes, at a start it does not. */
export function isPasswordRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === PASSWORD_REFUSED
}

/** True when a row was refused because another has the same key; `constraint` is the name of the index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === constraint
  )
}

/** An error with the same stack that names SQLSTATE, table and constraint only: safe to log. */
export function withoutValues(error: unknown): Error {
  const facts = describe(error)
  const safe = new Error(facts)
  const frames = error instanceof Error ? framesOf(error) : ''
  safe.stack = `Error: ${facts}${frames === '' ? '' : `\n${frames}`}`
  return safe
}

function describe(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) {
    return error instanceof Error
      ? `database connection: ${codeOf(error) || error.message}`
      : 'database connection'
  }
  const names = [error.table && `table ${error.table}`, error.constraint && `constraint ${error.constraint}`]
  return ['database error', error.code ?? '?', ...names].filter(Boolean).join(' ')
}

// The head of a stack repeats the message, which may have several lines.
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
