// Opens one SQLite file of the agent: intact, durable, its schema up to date, or refused in words.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import {
  isIntact,
  makeDurable,
  schemaNumber,
  setSchemaNumber,
  setUsableFrom,
  usableFrom,
} from './database.queries.ts'
import type { Migration } from './migrations.ts'
import { createPrivateFile, sqliteCode } from './private-file.ts'

export interface MigratedFile {
  readonly file: string
  readonly migrations: readonly Migration[]
  readonly logger: Logger
  /** Before anything is read: what SQLite must know first. */
  readonly prepare: (connection: Database) => void
  /** What a person does about a damaged file, in whole sentences. */
  readonly adviceWhenDamaged: string
  /** And about one of before the first release. */
  readonly adviceWhenOlder: string
}

/**
 * Throws ProblemError state_conflict when the file is damaged, of before the first release, or a newer agent changed it in a
 * way that this one cannot work with; nothing is changed then.
 * SqliteError SQLITE_BUSY: another process holds it.
 */
export function openMigratedFile(options: MigratedFile): Database {
  const { file } = options
  createPrivateFile(file)
  const connection = new Sqlite(file)
  try {
    options.prepare(connection)
    if (!isIntact(connection)) throw damaged(options, null)
    refuseDraft(connection, options)
    refuseNewer(file, connection, options)
    makeDurable(connection)
    migrate(connection, options)
    return connection
  } catch (error) {
    connection.close()
    throw isDamage(error) ? damaged(options, error) : error
  }
}

/** SQLite found a page, or the whole file, that it cannot read. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT') === true
}

/** A file of before the first release, which no later version reads. */
function refuseDraft(connection: Database, { file, migrations, adviceWhenOlder }: MigratedFile): void {
  const [found, first] = [schemaNumber(connection), migrations[0]?.number ?? 0]
  if (found === 0 || found >= first) return
  throw new ProblemError(
    'state_conflict',
    `${file} was made by a version from before the first release (schema ${found}, this agent reads ${first} and ` +
      `later). ${adviceWhenOlder}`,
  )
}

/** A newer agent says in the file which older ones may go on with it: an update may be taken back. */
function refuseNewer(file: string, connection: Database, { migrations, logger }: MigratedFile): void {
  const found = schemaNumber(connection)
  const newest = migrations.at(-1)?.number ?? 0
  if (found <= newest) return
  const from = usableFrom(connection)
  if (from > 0 && from <= newest) return logger.info('database.newer', { found, newest, from })
  throw new ProblemError(
    'state_conflict',
    `${file} was written by a newer agent (schema ${found}, this agent knows ${newest}). ` +
      'Install the newer agent again, or set Agent__DataFolder to another folder.',
  )
}

function migrate(connection: Database, { migrations, logger }: MigratedFile): void {
  for (const migration of migrations) {
    if (migration.number <= schemaNumber(connection)) continue
    connection.transaction(() => {
      connection.exec(migration.sql)
      setSchemaNumber(connection, migration.number)
      setUsableFrom(connection, Math.max(usableFrom(connection), migration.usableFrom))
    })()
    logger.info('database.migrated', { number: migration.number, name: migration.name })
  }
}

function damaged({ file, adviceWhenDamaged }: MigratedFile, cause: unknown): ProblemError {
  return new ProblemError('state_conflict', `${file} is damaged and cannot be read. ${adviceWhenDamaged}`, {
    cause,
  })
}
