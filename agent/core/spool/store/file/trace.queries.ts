// The statements on attempts and on the steps of a job's way.
import type { Database } from 'better-sqlite3'
import type { AttemptStart, JobChange, TraceStep } from '../spool-store.ts'
import { STEP_COLUMNS, type NewStepColumn } from '../job-columns.ts'
import type { Moment } from '../operations.ts'
import { bound, boundValues, inFile, readAs } from './columns.ts'
import { numberOrNull, rowOf, wholeNumber } from './row-reader.ts'
import { MAX_STEPS } from '../spool-limits.ts'

/** What it does not name is null. */
export type NewStep = Pick<TraceStep, 'state' | 'reasons'> & Partial<Pick<TraceStep, NewStepColumn>>

export type NewAttempt = AttemptStart & { readonly attempt: number }

interface AttemptQueries {
  startAttempt(n: number, start: NewAttempt, at: Moment): void
  /** The one under way, if any. */
  endAttempt(n: number, change: JobChange, at: Moment): void
  openAttempts(): unknown[]
}

interface StepQueries {
  addStep(n: number, step: NewStep, at: Moment): void
  /** Since the job was accepted, on the clock of this process; null across a restart. */
  sinceAcceptedMs(n: number, at: Moment): number | null
  /** Oldest first. */
  steps(jobId: string): unknown[]
}

export type TraceQueries = AttemptQueries & StepQueries

export function traceQueries(database: Database): TraceQueries {
  return { ...attemptQueries(database), ...stepQueries(database) }
}

function attemptQueries(database: Database): AttemptQueries {
  const startAttempt = database.prepare(
    `INSERT INTO attempt (job_n, attempt, kind, destination, odometer, started_at_ms)
     VALUES (@n, @attempt, @kind, @destination, @odometer, @wallMs)`,
  )
  const forgetAttempts = database.prepare('DELETE FROM attempt WHERE job_n = ? AND attempt <= ?')
  const endAttempt = database.prepare(
    `UPDATE attempt SET ended_at_ms = @wallMs, ended_as = @state, bytes_sent = @bytesSent
     WHERE job_n = @n AND ended_at_ms IS NULL`,
  )
  const openAttempts = database.prepare(
    `SELECT id AS jobId, attempt, kind, attempt.destination, odometer, started_at_ms AS startedAtMs
     FROM attempt JOIN job ON n = job_n WHERE ended_at_ms IS NULL ORDER BY started_at_ms, n`,
  )
  return {
    startAttempt: (n, { attempt, kind, destination, odometer }, { wallMs }) => {
      startAttempt.run({ n, attempt, kind, destination, odometer, wallMs })
      forgetAttempts.run(n, attempt - MAX_STEPS)
    },
    endAttempt: (n, { state, bytesSent }, { wallMs }) =>
      void endAttempt.run({ n, state, bytesSent: bytesSent ?? null, wallMs }),
    openAttempts: () => openAttempts.all(),
  }
}

/** Times are compared only within one run, that is while the file was open in one process. */
function stepQueries(database: Database): StepQueries {
  const newRun = database.prepare('SELECT coalesce(max(run), 0) + 1 AS run FROM step').get()
  const run = wholeNumber(rowOf(newRun), 'run', 1)
  const addStep = database.prepare(
    `INSERT INTO step (job_n, run, run_ms, ${STEP_COLUMNS.map(inFile).join()})
     VALUES (@n, @run, @runMs, ${STEP_COLUMNS.map(bound).join()})`,
  )
  // Without the plus signs SQLite 3.54 prepares it anew each time, which takes ten times as long as it does.
  const runMs = database.prepare(
    `SELECT (SELECT run_ms FROM step WHERE job_n = +@n AND run = +@run ORDER BY number DESC LIMIT 1) AS lastMs,
       (SELECT iif(run = @run, run_ms, NULL) FROM step WHERE job_n = +@n ORDER BY number LIMIT 1) AS firstMs`,
  )
  const steps = database.prepare(
    `SELECT ${STEP_COLUMNS.map(readAs).join()} FROM step WHERE job_n = (SELECT n FROM job WHERE id = ?) ORDER BY number`,
  )
  const countStep = stepCount(database)
  return {
    addStep: (n, step, { wallMs, runMs: nowMs }) => {
      const lastMs = numberOrNull(rowOf(runMs.get({ n, run })), 'lastMs')
      const tookMs = lastMs === null ? null : roundMs(nowMs - lastMs)
      const values = boundValues({ ...step, atMs: wallMs, tookMs }, STEP_COLUMNS)
      addStep.run({ ...values, n, run, runMs: nowMs })
      countStep(n)
    },
    sinceAcceptedMs: (n, at) => {
      const firstMs = numberOrNull(rowOf(runMs.get({ n, run })), 'firstMs')
      return firstMs === null ? null : roundMs(at.runMs - firstMs)
    },
    steps: (jobId) => steps.all(jobId),
  }
}

/** Counts one more step of a job; of more than MAX_STEPS the second goes, and the first stays. */
function stepCount(database: Database): (n: number) => void {
  const countStep = database.prepare('UPDATE job SET steps = steps + 1 WHERE n = ? RETURNING steps')
  const stepAt = (offset: number): string =>
    `FROM step WHERE job_n = @n ORDER BY number LIMIT 1 OFFSET ${offset}`
  // The third takes the second's time over, so that the times of a trace still add up to the age of its job.
  const joinThird = database.prepare(
    `UPDATE step SET took_ms = took_ms + (SELECT took_ms ${stepAt(1)}) WHERE number = (SELECT number ${stepAt(2)})`,
  )
  const forgetSecond = database.prepare(`DELETE FROM step WHERE number = (SELECT number ${stepAt(1)})`)
  return (n) => {
    if (wholeNumber(rowOf(countStep.get(n)), 'steps') <= MAX_STEPS) return
    joinThird.run({ n })
    forgetSecond.run({ n })
  }
}

const roundMs = (ms: number): number => Math.round(ms * 100) / 100
