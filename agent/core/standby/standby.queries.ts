// The statements on the standby printer in use: a row while labels go there.
import type { Database } from 'better-sqlite3'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { StandbyWhy } from '@pharmacy-relay/shared/labels/job-report.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { z } from 'zod'
import type { StandbyInUse } from './standby-rule.ts'

const UseRow = z
  .object({
    plan_key: z.string(),
    first_again: z.int().min(0),
    why: readerOf(StandbyWhy),
    since: Instant,
  })
  .optional()

/** Null: labels go to the first printer. */
export function storedStandbyUse(database: Database): StandbyInUse | null {
  const row = UseRow.parse(
    database.prepare('SELECT plan_key, first_again, why, since FROM standby_use').get(),
  )
  if (row === undefined) return null
  const { plan_key: key, first_again: firstAgain, why, since } = row
  return { key, firstAgain, why, sinceMs: Date.parse(since) }
}

/** Safe on the disk when it returns. */
export function storeStandbyUse(database: Database, use: StandbyInUse | null): void {
  if (use === null) return void database.prepare('DELETE FROM standby_use').run()
  database
    .prepare(
      `INSERT INTO standby_use (only_row, plan_key, first_again, why, since) VALUES (1, ?, ?, ?, ?)
       ON CONFLICT (only_row) DO UPDATE SET plan_key = excluded.plan_key, first_again = excluded.first_again,
         why = excluded.why, since = excluded.since`,
    )
    .run(use.key, use.firstAgain, use.why, instant(use.sinceMs))
}
