// Opens agent.db in a locked data folder.
import path from 'node:path'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Database } from 'better-sqlite3'
import { lockFolder } from './folder-lock.ts'
import { openMigratedFile } from './migrated-file.ts'
import type { Migration } from './migrations.ts'
import { createPrivateFolder } from './private-file.ts'

export interface AgentDatabase {
  readonly connection: Database
  /** Closes the file and lets go of the folder. */
  close(): void
}

export interface DatabaseOptions {
  readonly dataFolder: string
  readonly migrations: readonly Migration[]
  readonly logger: Logger
  /** For another process that holds the folder. */
  readonly lockWaitMs?: number | undefined
}

/**
 * Throws ProblemError state_conflict when another agent holds the folder, when the file is damaged, or when a newer
 * agent changed it in a way that this one cannot work with. Nothing is changed then.
 */
export function openDatabase({ dataFolder, migrations, logger, lockWaitMs }: DatabaseOptions): AgentDatabase {
  createPrivateFolder(dataFolder)
  const lock = lockFolder(dataFolder, lockWaitMs)
  try {
    const connection = openMigratedFile({
      migrations,
      logger,
      prepare: () => undefined,
      file: path.join(dataFolder, 'agent.db'),
      adviceWhenDamaged: 'Move it away and start again; the agent then has to be set up anew.',
      adviceWhenOlder:
        `Print what waits with that version, then move the folder ${dataFolder} away and start again; ` +
        'the computer has to be paired anew.',
    })
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
