// The connections of one service to its database: their limits, and how values of PostgreSQL become JavaScript.
import type { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { isReadOnly, withoutValues } from './database-errors.ts'
import { prepareMarked } from './prepared.ts'

export const POOL_MAX = 20
const CONNECT_MS = 3_000
const STATEMENT_MS = 5_000
const LOCK_MS = 2_000
const IDLE_IN_TRANSACTION_MS = 10_000
// Beyond the server's own limit, for a server that no longer answers at all.
const SILENT_SERVER_MS = 8_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000

const { DATE, INT8 } = pg.types.builtins
const INT8_ARRAY = 1016

/**
 * Opens no connection yet. Limits: `max` connections, 20 unless told otherwise, 3 s to get one, 5 s for a statement, 2 s for a
 * lock, 10 s idle in a transaction.
 */
export function createPool(url: string, logger: Logger, max = POOL_MAX): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: SILENT_SERVER_MS,
    // A statement goes out before the one ahead of it was answered, see pipelined-dialect.ts.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: valueTypes(),
  })
  pool.on('error', (error) =>
    logger.warn('database.connection-lost', { reason: withoutValues(error).message }),
  )
  // The pool listens only while a connection is idle. One that breaks between two statements of a transaction would
  // otherwise end the process; the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', prepareMarked)
  pool.on('connect', leaveReadOnly)
  return pool
}

/**
 * After a failover a connection may be one to a server that takes no writes, which would stay in the pool as long as it is used:
 * it ends with the first write that is refused.
 */
function leaveReadOnly(client: pg.PoolClient): void {
  const { connection, end } = client as unknown as {
    readonly connection: EventEmitter
    readonly end: () => Promise<void>
  }
  connection.on('errorMessage', (error: unknown) => {
    if (isReadOnly(error)) void end.call(client)
  })
}

/**
 * int8 is a number when that is exact, and an error otherwise: ids and counts never get there, and a rounded id would
 * name another row. A date stays text, because a Date would shift it by the time zone. timestamptz is a Date.
 */
export function valueTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, safeInteger)
  types.setTypeParser(INT8_ARRAY, safeIntegers)
  types.setTypeParser(DATE, (text: string) => text)
  return types
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is too large for a number')
  return value
}

// Numbers are never quoted. An array of arrays ends as an error, not as wrong numbers.
function safeIntegers(text: string): (number | null)[] {
  const items = text === '{}' ? [] : text.slice(1, -1).split(',')
  return items.map((item) => (item === 'NULL' ? null : safeInteger(item)))
}
