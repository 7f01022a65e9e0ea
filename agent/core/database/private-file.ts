// Files that only the agent's own user may read, and what SQLite says went wrong with one.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import Sqlite from 'better-sqlite3'

/** Makes the folder if it is missing, closed to other users. Throws ProblemError when it cannot be made. */
export function createPrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw notUsable('folder', folder, error)
  }
}

/**
 * Makes an empty file if it is missing. SQLite gives its journals the same mode. One that is there is not touched: to
 * open and close it would drop the locks that this process has on it (POSIX).
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw notUsable('file', file, error)
  }
}

/** SQLite's own code, such as `SQLITE_BUSY`; null when the error is not SQLite's. */
export function sqliteCode(error: unknown): string | null {
  return error instanceof Sqlite.SqliteError ? error.code : null
}

function notUsable(kind: 'folder' | 'file', name: string, error: unknown): ProblemError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ProblemError('state_conflict', `The ${kind} ${name} cannot be used: ${reason}`, { cause: error })
}
