// The statements on the pause: until when a person paused printing last; past when it is over.
import type { Database } from 'better-sqlite3'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { z } from 'zod'

const PauseRow = z.object({ paused_until: Instant }).optional()

/** Null: nobody ever did. */
export function storedPause(database: Database): string | null {
  return PauseRow.parse(database.prepare('SELECT paused_until FROM pause').get())?.paused_until ?? null
}

export function storePause(database: Database, pausedUntil: string): void {
  database
    .prepare(
      `INSERT INTO pause (only_row, paused_until) VALUES (1, ?)
       ON CONFLICT (only_row) DO UPDATE SET paused_until = excluded.paused_until`,
    )
    .run(pausedUntil)
}
