// The statements that let go of what was kept long enough, oldest first and a bounded number at a time.
import type { Database } from 'better-sqlite3'
import { IS_OVER } from './job-states.queries.ts'
import { rowOf, wholeNumber } from './row-reader.ts'

export interface OverPayload {
  readonly n: number
  readonly bytes: number
}

export interface CleanUpQueries {
  /** Of labels that are over since before `beforeMs`. */
  overPayloads(beforeMs: number, limit: number): OverPayload[]
  /** Those that are over since before `beforeMs`, but for the `newest`. Returns how many went, with their traces. */
  removeJobs(which: { readonly beforeMs: number; readonly newest: number; readonly limit: number }): number
  removeHours(beforeHour: number): void
}

export function cleanUpQueries(database: Database): CleanUpQueries {
  const overPayloads = database.prepare(
    `SELECT n, bytes FROM job INDEXED BY job_over_with_payload WHERE has_payload = 1 AND ${IS_OVER} AND changed_at_ms < ?
     ORDER BY changed_at_ms LIMIT ?`,
  )
  // Their payloads went before, which are kept for less.
  const removeJobs = database.prepare(
    `DELETE FROM job WHERE n IN
       (SELECT n FROM job INDEXED BY job_over_with_payload WHERE has_payload = 0 AND ${IS_OVER} AND changed_at_ms < ?
          AND n <= (SELECT max(n) FROM job) - ? ORDER BY changed_at_ms LIMIT ?)`,
  )
  const removeCounts = database.prepare('DELETE FROM hour_count WHERE hour < ?')
  const removeDurations = database.prepare('DELETE FROM hour_duration WHERE hour < ?')
  return {
    overPayloads: (beforeMs, limit) => overPayloads.all(beforeMs, limit).map(overPayload),
    removeJobs: ({ beforeMs, newest, limit }) => removeJobs.run(beforeMs, newest, limit).changes,
    removeHours: (beforeHour) => {
      removeCounts.run(beforeHour)
      removeDurations.run(beforeHour)
    },
  }
}

function overPayload(found: unknown): OverPayload {
  const row = rowOf(found)
  return { n: wholeNumber(row, 'n', 1), bytes: wholeNumber(row, 'bytes') }
}
