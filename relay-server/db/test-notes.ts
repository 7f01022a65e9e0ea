// What the tests of this folder share: the table they write to, a bounded wait, a temp folder that goes away.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Generated } from 'kysely'
import { onTestFinished } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { openDatabase, type Database } from './database.ts'

export interface NotesSchema {
  notes: { id: Generated<number>; title: string; writtenAt: Date; day: string | null }
}

export const notesMigrations = join(import.meta.dirname, 'test-migrations')

/** A folder that only its owner may enter, removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relay-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server of its own in this folder, with its one table; stopped after the test. */
export async function openNotes(dataFolder: string): Promise<Database<NotesSchema>> {
  const database = await openDatabase<NotesSchema>({
    connectionString: null,
    dataFolder,
    name: 'store',
    migrationsFolder: notesMigrations,
    logger: silentLogger,
  })
  onTestFinished(() => database.stop())
  return database
}

/** True while the process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
