// The statements on tries that are under way, and on the steps of a job's way.
import type { Database } from 'better-sqlite3'
import { stepsOf } from '../job-way.ts'
import type { StepColumns } from '../step-row.ts'
import { readAs } from './columns.ts'
import { rowOf, textOrNull } from './row-reader.ts'

export interface TraceQueries {
  openAttempts(): unknown[]
  /** Oldest first: `before` of a version before, which had a table for them, then those in the row of the job. */
  steps(jobId: string): unknown
}

/** Of the table of a version before, which nothing is added to. */
const COLUMNS_OF_BEFORE = [
  'atMs',
  'state',
  'reasons',
  'tookMs',
  'bytes',
  'evidence',
] as const satisfies readonly (keyof StepColumns)[]

export function traceQueries(database: Database): TraceQueries {
  // A version before has a table for tries, in which it goes on after an update was taken back.
  const openAttempts = database.prepare(
    `SELECT id AS jobId, attempts AS attempt, job.destination, iif(target IS NULL, 'printer', 'computer') AS kind,
       iif(try_number = attempts, try_odometer, odometer) AS odometer,
       iif(try_number = attempts, try_at_ms, started_at_ms) AS startedAtMs,
       iif(try_number = attempts, try_noted, NULL) AS noted
     FROM job LEFT JOIN attempt ON job_n = n AND attempt.attempt = attempts
     WHERE state = 'sending' AND state IN ('accepted', 'waiting_for_printer', 'sending')
       AND (try_number = attempts OR started_at_ms IS NOT NULL)
     ORDER BY startedAtMs, n`,
  )
  const before = database.prepare(
    `SELECT ${COLUMNS_OF_BEFORE.map(readAs).join()} FROM step WHERE job_n = (SELECT n FROM job WHERE id = ?) ORDER BY number`,
  )
  const way = database.prepare('SELECT way FROM job WHERE id = ?')
  return {
    openAttempts: () => openAttempts.all(),
    steps: (jobId) => {
      const found = way.get(jobId)
      const lines = found === undefined ? null : textOrNull(rowOf(found), 'way')
      return { before: before.all(jobId), way: lines === null ? [] : stepsOf(lines) }
    },
  }
}
