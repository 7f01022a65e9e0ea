// Opens agent.db in a locked data folder, brings its schema up to date, and refuses in words what it cannot use.
import path from 'node:path'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { isIntact, makeDurable, schemaNumber, setSchemaNumber } from './database.queries.ts'
import { lockFolder } from './folder-lock.ts'
import type { Migration } from './migrations.ts'
import { createPrivateFile, createPrivateFolder, sqliteCode } from './private-file.ts'

export interface AgentDatabase {
  readonly connection: Database
  /** Closes the file and lets go of the folder. */
  close(): void
}

export interface DatabaseOptions {
  readonly dataFolder: string
  readonly migrations: readonly Migration[]
  readonly logger: Logger
}

/**
 * Throws ProblemError state_conflict when another agent holds the folder, when the file is damaged, or when a newer
 * agent wrote it. Nothing is changed then.
 */
export function openDatabase(options: DatabaseOptions): AgentDatabase {
  createPrivateFolder(options.dataFolder)
  const lock = lockFolder(options.dataFolder)
  try {
    const connection = openFile(path.join(options.dataFolder, 'agent.db'), options)
    return {
      connection,
      close: () => {
        connection.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function openFile(file: string, options: DatabaseOptions): Database {
  createPrivateFile(file)
  const connection = new Sqlite(file)
  try {
    if (!isIntact(connection)) throw damaged(file, null)
    refuseNewer(file, schemaNumber(connection), options.migrations)
    makeDurable(connection)
    migrate(connection, options)
    return connection
  } catch (error) {
    connection.close()
    const code = sqliteCode(error)
    throw code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT') === true
      ? damaged(file, error)
      : error
  }
}

function refuseNewer(file: string, found: number, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0
  if (found <= newest) return
  throw new ProblemError(
    'state_conflict',
    `${file} was written by a newer agent (schema ${found}, this agent knows ${newest}). ` +
      'Install the newer agent again, or set Agent__DataFolder to another folder.',
  )
}

function migrate(connection: Database, { migrations, logger }: DatabaseOptions): void {
  for (const migration of migrations) {
    if (migration.number <= schemaNumber(connection)) continue
    connection.transaction(() => {
      connection.exec(migration.sql)
      setSchemaNumber(connection, migration.number)
    })()
    logger.info('database.migrated', { number: migration.number, name: migration.name })
  }
}

function damaged(file: string, cause: unknown): ProblemError {
  return new ProblemError(
    'state_conflict',
    `${file} is damaged and cannot be read. Move it away and start again; the agent then has to be set up anew.`,
    { cause },
  )
}
