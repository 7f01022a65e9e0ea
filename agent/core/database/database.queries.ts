// The statements that concern agent.db and its lock as a whole.
import type { Database } from 'better-sqlite3'

/** Holds the file for this process until its connection closes; throws SQLITE_BUSY when another process holds it. */
export function holdExclusively(database: Database): void {
  database.exec('BEGIN EXCLUSIVE')
}

export function schemaNumber(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/** Part of the surrounding transaction, like any other write. */
export function setSchemaNumber(database: Database, number: number): void {
  database.pragma(`user_version = ${number}`)
}

/** The schema number from which on agents can work on the file; 0 in one that says nothing. */
export function usableFrom(database: Database): number {
  return Number(database.pragma('application_id', { simple: true }))
}

/** Part of the surrounding transaction. */
export function setUsableFrom(database: Database, number: number): void {
  database.pragma(`application_id = ${number}`)
}

/** True when SQLite finds no damaged page. */
export function isIntact(database: Database): boolean {
  return database.pragma('quick_check(1)', { simple: true }) === 'ok'
}

/** An accepted job must survive a power cut: every commit reaches the disk. */
export function makeDurable(database: Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 5000')
  database.pragma('foreign_keys = ON')
}
