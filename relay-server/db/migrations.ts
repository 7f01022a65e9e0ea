// Brings a database to the newest shape: the numbered migrations of a folder, each once, in order, under a lock.
//
// The version before runs on what the newer one has migrated, so that an upgrade may be taken back and two versions may run
// side by side: a migration only adds. One that takes away says by `export const usableFrom` which migration a program has to
// know to work behind it; each row of the table of migrations has that number (0: any), which older programs read.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { withoutValues } from './database-errors.ts'
import { judgeCarried, migrationNumber, type Carried } from './carried-migrations.ts'

const CONNECT_MS = 3_000
/** A statement that waits for a table holds up whoever comes for the table after it: not for longer than that. */
const LOCK_MS = 2_000
const LOCK_LIMIT_MS = 60_000
const LOCK_PAUSE_MS = 500
const LOCK_TIMEOUT = '55P03'
const FILE_NAME = /^\d{3}_[a-z0-9_]+\.ts$/

const USABLE_FROM = 'usable_from'
const Rows = z.array(z.object({ name: z.string(), usableFrom: z.int().nullable() }))
const MigrationModule = z.object({
  up: z.custom<Migration['up']>((value) => typeof value === 'function', 'must export a function named up'),
  usableFrom: z.int().min(1).max(999).default(0),
})

interface KnownMigration extends Migration {
  readonly usableFrom: number
}

interface Migrating {
  readonly db: Kysely<unknown>
  readonly url: string
  readonly folder: string
  readonly logger: Logger
}

/**
 * Applies what is missing; nothing where a newer version has migrated in a way that this one works with. Two processes at once
 * are fine: one waits for the other, at most 60 s, as for others who use a table. Statements have no time limit here. Each call
 * is one transaction: when a migration fails, nothing of this call stays, and an Error names it.
 */
export async function migrate(url: string, folder: string, logger: Logger): Promise<void> {
  const migrations = await loadMigrations(folder)
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: LOCK_MS,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const untilMs = performance.now() + LOCK_LIMIT_MS
  try {
    while (!(await isApplied({ db, url, folder, logger }, migrations, untilMs))) await delay(LOCK_PAUSE_MS)
  } finally {
    await db.destroy()
  }
}

/** False when somebody else had what it needs: it may be tried again until then. */
async function isApplied(
  migrating: Migrating,
  migrations: Readonly<Record<string, KnownMigration>>,
  untilMs: number,
): Promise<boolean> {
  const { db, folder, logger } = migrating
  try {
    if (await isOfNewerVersion(migrating, Object.keys(migrations))) return true
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    const { error, results = [] } = await migrator.migrateToLatest()
    const failed = results.find((result) => result.status === 'Error')
    if (isLockTimeout(error)) throw error
    if (error !== undefined) throw migrationError(folder, failed?.migrationName, error)
    for (const { migrationName } of results) logger.info('database.migrated', { migration: migrationName })
    await noteUsableFrom(db, migrations)
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    if (performance.now() > untilMs) throw migrationError(folder, undefined, error)
    logger.warn('database.waits-for-lock')
    return false
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_TIMEOUT
}

/** Throws ProblemError when another version of the service made this database in a way that this one cannot work with. */
async function isOfNewerVersion({ db, url, logger }: Migrating, known: readonly string[]): Promise<boolean> {
  const carried = await carriedMigrations(db)
  const judgement = judgeCarried(carried, known)
  if (judgement.kind === 'ours') return false
  if (judgement.kind === 'newer') {
    logger.info('database.newer', { newest: judgement.newest, known: known.at(-1) })
    return true
  }
  throw new ProblemError(
    'state_conflict',
    `The database ${new URL(url).pathname.slice(1)} was made by another version of this service: its migration ` +
      `${judgement.first} is not known here. Start that version, or begin anew with an empty database: for ` +
      '`npm start`, stop it and delete the folder .data.',
  )
}

/** Empty before the first migration. */
async function carriedMigrations(db: Kysely<unknown>): Promise<Carried[]> {
  const table = await migrationTable(db)
  if (table === undefined) return []
  const number = table.hasNumber ? sql.ref(USABLE_FROM) : sql`null::integer`
  const { rows } = await sql`
    select name, ${number} as "usableFrom" from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(
    db,
  )
  return Rows.parse(rows)
}

async function migrationTable(db: Kysely<unknown>): Promise<{ readonly hasNumber: boolean } | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const found = tables.find(({ name }) => name === DEFAULT_MIGRATION_TABLE)
  return found && { hasNumber: found.columns.some(({ name }) => name === USABLE_FROM) }
}

/** Behind the migrations; a process that is killed before it leaves rows without a number, which the next start fills in. */
async function noteUsableFrom(
  db: Kysely<unknown>,
  migrations: Readonly<Record<string, KnownMigration>>,
): Promise<void> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const column = sql.ref(USABLE_FROM)
  // Not asked of a table that has it: the statement would wait for whoever reads the table, such as a backup.
  if ((await migrationTable(db))?.hasNumber !== true)
    await sql`alter table ${table} add column if not exists ${column} integer`.execute(db)
  const open = (await carriedMigrations(db)).filter(({ usableFrom }) => usableFrom === null)
  for (const { name } of open) {
    const usableFrom = migrations[name]?.usableFrom ?? null
    await sql`update ${table} set ${column} = ${usableFrom}::integer where name = ${name}`.execute(db)
  }
}

function migrationError(folder: string, name: string | undefined, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const what =
    name === undefined ? `The migrations of ${folder} cannot be applied` : `Migration ${name} failed`
  // The details of a database error may hold values of rows.
  const cause = error instanceof pg.DatabaseError ? withoutValues(error) : error
  return new Error(`${what}: ${reason}`, { cause })
}

/** The migrations of a folder by name, e.g. `001_customers`. Refuses files that are named otherwise. */
async function loadMigrations(folder: string): Promise<Record<string, KnownMigration>> {
  const files = await migrationFiles(folder)
  const migrations: Record<string, KnownMigration> = {}
  for (const file of files) {
    const parsed = MigrationModule.safeParse(await importModule(join(folder, file)))
    if (!parsed.success)
      throw new Error(
        `Migration ${join(folder, file)} must export a function named up, and may export a number usableFrom`,
      )
    if (parsed.data.usableFrom > migrationNumber(file))
      throw new Error(`Migration ${join(folder, file)} is usable from its own number at the latest`)
    migrations[basename(file, '.ts')] = parsed.data
  }
  return migrations
}

/**
 * The file names of a folder's migrations in order; a folder beside them holds what one reads. Refuses wrong names, numbers
 * used twice and an empty folder.
 */
export async function migrationFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => name)
    .toSorted()
  const odd = files.find((name) => !FILE_NAME.test(name))
  if (odd !== undefined)
    throw new Error(`${join(folder, odd)} is not named like a migration, e.g. 001_customers.ts`)
  if (files.length === 0) throw new Error(`${folder} holds no migrations`)
  const twice = files.find((name, index) => files[index + 1]?.slice(0, 3) === name.slice(0, 3))
  if (twice !== undefined) throw new Error(`${folder} holds two migrations with number ${twice.slice(0, 3)}`)
  return files
}

async function importModule(path: string): Promise<unknown> {
  return import(/* @vite-ignore */ pathToFileURL(path).href)
}
