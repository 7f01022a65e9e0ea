// Brings a database to the newest shape: the numbered migrations of a folder, each once, in order, under a lock.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from './database-errors.ts'

const CONNECT_MS = 3_000
const LOCK_MS = 60_000
const FILE_NAME = /^\d{3}_[a-z0-9_]+\.ts$/

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
    const { error, results = [] } = await migrator.migrateToLatest()
    const failed = results.find((result) => result.status === 'Error')
    if (error !== undefined) throw migrationError(folder, failed?.migrationName, error)
    for (const { migrationName } of results) logger.info('database.migrated', { migration: migrationName })
  } finally {
    await db.destroy()
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
export async function loadMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = await migrationFiles(folder)
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const parsed = MigrationModule.safeParse(await importModule(join(folder, file)))
    if (!parsed.success) throw new Error(`Migration ${join(folder, file)} must export a function named up`)
    migrations[basename(file, '.ts')] = { up: parsed.data.up }
  }
  return migrations
}

/** The file names of a folder's migrations in order. Refuses wrong names, numbers used twice and an empty folder. */
export async function migrationFiles(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts')).toSorted()
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
