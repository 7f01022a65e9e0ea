// One process per data folder: a lock that the operating system holds and drops with the process, however it ends.
import path from 'node:path'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import Sqlite from 'better-sqlite3'
import { holdExclusively } from './database.queries.ts'
import { createPrivateFile, sqliteCode } from './private-file.ts'

/** A command may hold the folder for a moment while the service starts. */
const WAIT_MS = 1_000
/** An agent whose launcher was killed stops by itself within 2 s, and the next launcher is there before. */
export const WAIT_FOR_OLD_AGENT_MS = 5_000

const ONE_IS_ENOUGH = 'One is enough for a computer: "agent status" says how it is, "agent stop" ends it'

export interface FolderLock {
  release(): void
}

/** Throws ProblemError state_conflict when another process holds the folder, after `waitMs`. */
export function lockFolder(dataFolder: string, waitMs = WAIT_MS): FolderLock {
  const file = path.join(dataFolder, 'agent.lock')
  createPrivateFile(file)
  const connection = new Sqlite(file, { timeout: waitMs })
  try {
    holdExclusively(connection)
  } catch (error) {
    connection.close()
    if (sqliteCode(error) !== 'SQLITE_BUSY') throw error
    const text = `Another agent is running on the data folder ${dataFolder}. ${ONE_IS_ENOUGH}`
    throw new ProblemError('state_conflict', text, { cause: error })
  }
  return { release: () => void connection.close() }
}
