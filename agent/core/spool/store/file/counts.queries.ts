// The statements on counts and durations per hour.
import type { Database } from 'better-sqlite3'
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { bucketOf } from '../durations.ts'
import type { Moment } from '../operations.ts'
import { hourOf } from '../hours.ts'

export interface CountQueries {
  count(what: JobState, at: Moment): void
  took(ms: number, at: Moment): void
  hours(fromMs: number): { readonly counts: unknown[]; readonly durations: unknown[] }
}

export function countQueries(database: Database): CountQueries {
  const count = database.prepare(
    `INSERT INTO hour_count (hour, what, count) VALUES (?, ?, 1)
     ON CONFLICT (hour, what) DO UPDATE SET count = count + 1`,
  )
  const took = database.prepare(
    `INSERT INTO hour_duration (hour, bucket, count) VALUES (?, ?, 1)
     ON CONFLICT (hour, bucket) DO UPDATE SET count = count + 1`,
  )
  const counts = database.prepare('SELECT hour, what, count FROM hour_count WHERE hour >= ?')
  const durations = database.prepare('SELECT hour, bucket, count FROM hour_duration WHERE hour >= ?')
  return {
    count: (what, { wallMs }) => void count.run(hourOf(wallMs), what),
    took: (ms, { wallMs }) => void took.run(hourOf(wallMs), bucketOf(ms)),
    hours: (fromMs) => ({ counts: counts.all(hourOf(fromMs)), durations: durations.all(hourOf(fromMs)) }),
  }
}
