// A service's way to its PostgreSQL database: embedded or by URL, migrated, with limits, closed in one call.
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isPassing, isPasswordRefused, withoutValues } from './database-errors.ts'
import { startListener } from './database-listener.ts'
import type { DatabaseListener } from './database-listener.ts'
import { createPool } from './database-pool.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrations.ts'
import { pipelinedDialect } from './pipelined-dialect.ts'
import { keepsConnections } from './pooler.ts'
import { DatabaseName, takesWrites, withConnection } from './postgres-connection.ts'

const REACHABLE_MS = 1_000
const POOL_END_MS = 5_000
const FIRST_CONTACT_MS = 15_000
const FIRST_CONTACT_POLL_MS = 500

export interface DatabaseOptions {
  /** URL of the database, e.g. `postgresql://user:password@host:5432/store`; null starts the built-in PostgreSQL. */
  readonly connectionString: string | null
  /** Where the built-in PostgreSQL keeps its cluster; unused with a URL. */
  readonly dataFolder: string
  /** Name of the database in the built-in PostgreSQL: lower case letters, digits, underscore. */
  readonly name: string
  /** Folder of the migrations, `001_name.ts` and so on. */
  readonly migrationsFolder: string
  readonly logger: Logger
}

export interface ListenOptions {
  /** Called when listening works again after a break: notifications in between are lost. */
  readonly onReconnect: () => void
}

export interface Database<Schema> {
  readonly db: Kysely<Schema>
  /** For libraries that connect on their own, such as pg-boss. Holds the password: never log it. */
  readonly url: string
  /** True when a query is answered within 1 s, by a server that takes writes. Calls at the same time share one query. */
  isReachable(): Promise<boolean>
  /** Receives the notifications of a channel until its `stop` or the database's. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    options: ListenOptions,
  ): Promise<DatabaseListener>
  /** Connections in use and waiting, for metrics. */
  poolFacts(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Closes listeners and connections, then stops the built-in PostgreSQL. Bounded; may be called twice. */
  stop(): Promise<void>
}

/**
 * Opens the database and applies its migrations. A database given by URL may take 15 s to appear. Throws an Error in
 * words when it does not, when a pooler gives each transaction another connection, when the built-in one cannot run, or naming the
 * migration that failed.
 */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const { connectionString, migrationsFolder, logger } = options
  if (connectionString !== null) {
    checkUrl(connectionString)
    return openByUrl(connectionString, null, options)
  }
  const name = DatabaseName.parse(options.name)
  const server = await startEmbeddedPostgres({
    folder: options.dataFolder,
    logger: logger.named('postgres'),
    durable: true,
  })
  try {
    await server.ensureDatabase(name)
    return await openByUrl(server.urlOf(name), server, { migrationsFolder, logger })
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function openByUrl<Schema>(
  url: string,
  server: EmbeddedPostgres | null,
  { migrationsFolder, logger }: Pick<DatabaseOptions, 'migrationsFolder' | 'logger'>,
): Promise<Database<Schema>> {
  await firstContact(url, logger)
  // What fails here otherwise fails again below, in words.
  if (server === null && !(await keepsConnections(url).catch(() => true))) throw new Error(poolerText(url))
  await migrate(url, migrationsFolder, logger)
  const pool = createPool(url, logger)
  const db = new Kysely<Schema>({ dialect: pipelinedDialect(pool) })
  const listeners = new Set<DatabaseListener>()
  let stopped: Promise<void> | null = null
  return {
    db,
    url,
    isReachable: sharedCheck(pool),
    async listen(channel, onPayload, { onReconnect }) {
      if (stopped !== null) throw new ProblemError('unavailable', 'The service is stopping')
      const listener = await startListener({ url, channel, onPayload, onReconnect, logger })
      listeners.add(listener)
      return { stop: () => (listeners.delete(listener), listener.stop()) }
    },
    poolFacts: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    stop: () => (stopped ??= close({ listeners, db, server, logger })),
  }
}

async function close(parts: {
  readonly listeners: ReadonlySet<DatabaseListener>
  readonly db: { destroy(): Promise<void> }
  readonly server: EmbeddedPostgres | null
  readonly logger: Logger
}): Promise<void> {
  await Promise.all([...parts.listeners].map((listener) => listener.stop()))
  // A connection that somebody never gave back must not keep the process from ending.
  const ended = parts.db.destroy().then(() => true)
  const inTime = await Promise.race([ended, delay(POOL_END_MS, false, { ref: false })])
  if (!inTime) parts.logger.warn('database.connections-not-returned')
  await parts.server?.stop()
}

// Services and their database start at the same time; the database may need a moment longer.
async function firstContact(url: string, logger: Logger): Promise<void> {
  const until = Date.now() + FIRST_CONTACT_MS
  for (;;) {
    try {
      return await withConnection(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      const isHopeless = !isPassing(error) || isPasswordRefused(error)
      if (isHopeless || Date.now() > until) throw new Error(refusalText(url, error), { cause: error })
      logger.warn('database.not-there-yet', { reason: withoutValues(error).message })
      await delay(FIRST_CONTACT_POLL_MS)
    }
  }
}

// The text itself is not repeated: it may hold a password.
function checkUrl(text: string): void {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return
  throw new Error(
    'The ConnectionStrings__… setting is not a PostgreSQL URL: it must look like ' +
      'postgresql://user:password@host:5432/database (special characters of a password as %XX).',
  )
}

function placeOf(url: string): string {
  const { pathname, searchParams, host } = new URL(url)
  return `database ${pathname.slice(1)} at ${searchParams.get('host') ?? host}`
}

function poolerText(url: string): string {
  return (
    `The ${placeOf(url)} is reached by way of a pooler that gives each transaction another connection. Locks and LISTEN need one ` +
    'that stays: with pgbouncer, pool_mode = session.'
  )
}

function refusalText(url: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `The ${placeOf(url)} cannot be reached: ${reason}. Check the ConnectionStrings__… setting of this service.`
}

function sharedCheck(pool: pg.Pool): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null
  return () => {
    const query = (asking ??= takesWrites(pool)
      .catch(() => false)
      .finally(() => (asking = null)))
    return Promise.race([query, delay(REACHABLE_MS, false, { ref: false })])
  }
}
