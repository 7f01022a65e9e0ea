// Brings a database to the newest shape: the numbered migrations of a folder, each once, in order, under a lock.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { withoutValues } from './database-errors.ts'

const CONNECT_MS = 3_000
const LOCK_MS = 60_000
const FILE_NAME = /^\d{3}_[a-z0-9_]+\.ts$/

const Carried = z.array(z.object({ name: z.string() }))
const MigrationModule = z.object({
  up: z.custom<Migration['up']>((value) => typeof value === 'function', 'must export a function named up'),
})

/**
 * Applies what is missing. Two processes at once are fine: one waits for the other, at most 60 s. Statements have no
 * time limit here. Each call is one transaction: when a migration fails, nothing of this call stays, and an Error
 * names it.
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
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
    await refuseForeign(db, Object.keys(migrations), url)
    const { error, results = [] } = await migrator.migrateToLatest()
    const failed = results.find((result) => result.status === 'Error')
    if (error !== undefined) throw migrationError(folder, failed?.migrationName, error)
    for (const { migrationName } of results) logger.info('database.migrated', { migration: migrationName })
  } finally {
    await db.destroy()
  }
}

/** Throws ProblemError when another version of the service made this database, earlier than the first release or later than this one. */
async function refuseForeign(db: Kysely<unknown>, known: readonly string[], url: string): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return
  const { rows } = await sql`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db)
  const foreign = Carried.parse(rows).find(({ name }) => !known.includes(name))
  if (foreign === undefined) return
  throw new ProblemError(
    'state_conflict',
    `The database ${new URL(url).pathname.slice(1)} was made by another version of this service: its migration ` +
      `${foreign.name} is not known here. Start that version, or begin anew with an empty database: for ` +
      '`npm start`, stop it and delete the folder .data.',
  )
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
async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = await migrationFiles(folder)
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const parsed = MigrationModule.safeParse(await importModule(join(folder, file)))
    if (!parsed.success) throw new Error(`Migration ${join(folder, file)} must export a function named up`)
    migrations[basename(file, '.ts')] = { up: parsed.data.up }
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
