// The statements on counts and durations per hour.
import type { Database } from 'better-sqlite3'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { hourOf } from '../../hours.ts'

export interface CountQueries {
  /** So many more. */
  count(hour: number, what: JobState, more: number): void
  took(hour: number, bucket: number, more: number): void
  hours(fromMs: number): { readonly counts: unknown[]; readonly durations: unknown[] }
}

export function countQueries(database: Database): CountQueries {
  const count = database.prepare(
    `INSERT INTO hour_count (hour, what, count) VALUES (@hour, @what, @more)
     ON CONFLICT (hour, what) DO UPDATE SET count = count + @more`,
  )
  const took = database.prepare(
    `INSERT INTO hour_duration (hour, bucket, count) VALUES (@hour, @bucket, @more)
     ON CONFLICT (hour, bucket) DO UPDATE SET count = count + @more`,
  )
  const counts = database.prepare('SELECT hour, what, count FROM hour_count WHERE hour >= ?')
  const durations = database.prepare('SELECT hour, bucket, count FROM hour_duration WHERE hour >= ?')
  return {
    count: (hour, what, more) => void count.run({ hour, what, more }),
    took: (hour, bucket, more) => void took.run({ hour, bucket, more }),
    hours: (fromMs) => ({ counts: counts.all(hourOf(fromMs)), durations: durations.all(hourOf(fromMs)) }),
  }
}
