// The statements that concern spool.sqlite as a whole: its lock, its transactions, its size.
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { rowOf, wholeNumber } from './row-reader.ts'
import type { SpoolSetup } from './spool-setup.ts'

/**
 * Before the first read. The lock is the file's own, held until the connection closes, so that no second process can
 * write to the spool; nothing that is deleted stays readable in the file.
 */
export function prepareSpoolFile(database: Database): void {
  database.pragma('busy_timeout = 1000')
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('secure_delete = ON')
  database.pragma('journal_size_limit = 8388608')
  // What undoes one operation alone; it would be a temporary file from the first large commit on, with half of all writes.
  database.pragma('temp_store = MEMORY')
  // 4 MiB of memory; labels are written once and read once.
  database.pragma('cache_size = -4096')
  // macOS keeps flushed bytes in the drive's cache without these; no other system knows them.
  database.pragma('fullfsync = 1')
  database.pragma('checkpoint_fullfsync = 1')
  // Only a file that is still empty: this writes, and a damaged file or a full disk must be left alone.
  if (count(database, 'page_count') === 0) database.pragma('auto_vacuum = INCREMENTAL')
}

/** NORMAL is for the proof by power cuts only, which must find what is lost then: a commit no longer waits for the disk. */
export function waitForDisk(database: Database, synchronous: SpoolSetup['synchronous']): void {
  database.pragma(`synchronous = ${synchronous}`)
}

export type Commit = () => void

export interface Transactions {
  begin(): void
  /** Returns once the disk has it. */
  readonly commit: Commit
  /** Also when SQLite has rolled back by itself. */
  rollback(): void
  /** What `work` throws undoes what `work` did, and nothing else. */
  alone<T>(work: () => T): T
}

export function transactionsOf(database: Database): Transactions {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const mark = database.prepare('SAVEPOINT alone')
  const keep = database.prepare('RELEASE alone')
  const undo = database.prepare('ROLLBACK TO alone')
  return {
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    rollback: () => {
      if (database.inTransaction) database.exec('ROLLBACK')
    },
    alone: (work) => {
      mark.run()
      try {
        const result = work()
        keep.run()
        return result
      } catch (error) {
        if (database.inTransaction) {
          undo.run()
          keep.run()
        }
        throw error
      }
    },
  }
}

/** Bytes of the file that hold something; asked for every label, so not of pragma_page_count: that is prepared anew each time. */
export function usedBytesOf(database: Database): () => number {
  const pages = database.prepare('PRAGMA page_count')
  const free = database.prepare('PRAGMA freelist_count')
  const pageBytes = count(database, 'page_size')
  return () =>
    (wholeNumber(rowOf(pages.get()), 'page_count') - wholeNumber(rowOf(free.get()), 'freelist_count')) *
    pageBytes
}

function count(database: Database, pragma: string): number {
  return wholeNumber({ [pragma]: database.pragma(pragma, { simple: true }) }, pragma)
}

/** Gives so many free pages back to the disk. */
export function shrink(database: Database, pages: number): void {
  database.pragma(`incremental_vacuum(${pages})`)
}

/** Pages that were read or written and are on the disk: they are read again when they are asked for. */
export function forgetPages(database: Database): void {
  database.pragma('shrink_memory')
}

/** What a failed statement says about the file as a whole; null when only the statement failed. */
export type FileFault = 'full' | 'broken' | null

const STATEMENT_FAULTS = [
  'SQLITE_CONSTRAINT',
  'SQLITE_ERROR',
  'SQLITE_MISMATCH',
  'SQLITE_RANGE',
  'SQLITE_TOOBIG',
]

export function fileFaultOf(error: unknown): FileFault {
  if (!(error instanceof Sqlite.SqliteError)) return null
  if (error.code === 'SQLITE_FULL') return 'full'
  return STATEMENT_FAULTS.some((code) => error.code.startsWith(code)) ? null : 'broken'
}
