// The statements on jobs and their payloads.
import type { Database } from 'better-sqlite3'
import { numberOf } from '@pharmacy-relay/shared/labels/label-number.ts'
import { jobStates, type JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { AttemptStart, JobChange, NewJob } from '../spool-store.ts'
import { IS_PENDING, IS_UNSETTLED, IS_WAITING, REPRINTED_AS } from './job-states.queries.ts'
import { CHANGE_COLUMNS, JOB_COLUMNS, NEW_COLUMNS } from '../job-columns.ts'
import type { Moment, RefusedLabel, SealedPayload } from '../operations.ts'
import { bound, boundValues, inFile, readAs } from './columns.ts'
import { oneOf, rowOf, wholeNumber } from './row-reader.ts'

/** What a statement selects of a job. */
export const JOB_ROW = `${JOB_COLUMNS.map(readAs).join()}, ${REPRINTED_AS} AS reprintedAs`
const SET_BY_A_CHANGE = [...CHANGE_COLUMNS, 'state', 'reasons']

/** What a change starts from. */
export interface Standing {
  readonly n: number
  readonly state: JobState
  readonly attempts: number
}

/** Labels that have not reached their end. */
export interface Waiting {
  readonly jobs: number
  readonly bytes: number
}

export interface JobQueries {
  /** Returns its n. `letter`: of this computer, for the number of a job that brings none. Throws SQLITE_CONSTRAINT when the id is taken. */
  insert(job: NewJob, payload: SealedPayload, letter: string | null): number
  standing(id: string): Standing | null
  waiting(): Waiting
  startAttempt(n: number, start: AttemptStart, at: Moment): void
  change(n: number, change: JobChange, at: Moment): void
  dropPayload(n: number): void
  /** As if it had never come, but for its number. */
  withdraw(label: RefusedLabel): void
  row(n: number): unknown
  find(id: string): unknown
  /** The newest that has the first of these numbers which one has. */
  findNumber(numbers: readonly string[]): unknown
  unfinished(): unknown[]
  unsettled(target: string, limit: number): unknown[]
  /** Oldest first. */
  pending(limit: number): unknown[]
  payload(id: string): unknown
}

export function jobQueries(database: Database): JobQueries {
  return { ...readQueries(database), ...changeQueries(database) }
}

type Reads =
  | 'standing'
  | 'waiting'
  | 'row'
  | 'find'
  | 'findNumber'
  | 'unfinished'
  | 'unsettled'
  | 'pending'
  | 'payload'

function readQueries(database: Database): Pick<JobQueries, Reads> {
  const standing = database.prepare('SELECT n, state, attempts FROM job WHERE id = ?')
  const waiting = database.prepare(
    `SELECT count(*) AS jobs, coalesce(sum(bytes), 0) AS bytes FROM job WHERE ${IS_WAITING}`,
  )
  const row = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE n = ?`)
  const rowById = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE id = ?`)
  const unfinished = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE ${IS_WAITING} ORDER BY n`)
  const unsettled = database.prepare(
    `SELECT ${JOB_ROW} FROM job WHERE ${IS_UNSETTLED} AND target = ? ORDER BY n DESC LIMIT ?`,
  )
  const pending = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE ${IS_PENDING} ORDER BY n LIMIT ?`)
  const payload = database.prepare('SELECT sealed FROM payload JOIN job ON n = job_n WHERE id = ?')
  return {
    standing: (id) => standingOf(standing.get(id)),
    waiting: () => waitingOf(waiting.get()),
    row: (n) => row.get(n),
    find: (id) => rowById.get(id),
    findNumber: findNumberQuery(database),
    unfinished: () => unfinished.all(),
    unsettled: (target, limit) => unsettled.all(target, limit),
    pending: (limit) => pending.all(limit),
    payload: (id) => payload.get(id),
  }
}

/** A number that two jobs have is of one label that came back to its computer: the newest is the one that goes on. */
function findNumberQuery(database: Database): JobQueries['findNumber'] {
  const numbered = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE number = ? ORDER BY n DESC LIMIT 1`)
  const unnumbered = database.prepare(`SELECT ${JOB_ROW} FROM job WHERE n = ? AND number IS NULL`)
  return (numbers) => {
    for (const number of numbers) {
      const found =
        numbered.get(number) ?? (/^\d+$/.test(number) ? unnumbered.get(Number(number)) : undefined)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function changeQueries(database: Database): Omit<JobQueries, Reads> {
  const insert = database.prepare(
    `INSERT INTO job (${NEW_COLUMNS.map(inFile).join()}) VALUES (${NEW_COLUMNS.map(bound).join()})`,
  )
  const nameByOwn = database.prepare('UPDATE job SET number = ? WHERE n = ? AND number IS NULL')
  const insertPayload = database.prepare('INSERT INTO payload (job_n, sealed) VALUES (?, ?)')
  const start = database.prepare(
    `UPDATE job SET state = 'sending', reasons = '[]', evidence = NULL, attempts = attempts + 1, destination = @destination,
       target = @target, changed_at_ms = @wallMs WHERE n = @n`,
  )
  const deletePayload = database.prepare('DELETE FROM payload WHERE job_n = ?')
  const noPayload = database.prepare('UPDATE job SET has_payload = 0 WHERE n = ?')
  const withdraw = database.prepare(
    `DELETE FROM job WHERE id = @id
       AND (SELECT run_ms FROM step WHERE job_n = n ORDER BY number LIMIT 1) = @runMs`,
  )
  return {
    insert: (job, { sealed, bytes, sha256 }, letter) => {
      const { lastInsertRowid } = insert.run(boundValues(newRow(job, { bytes, sha256 }), NEW_COLUMNS))
      const n = Number(lastInsertRowid)
      if (letter !== null) nameByOwn.run(numberOf(letter, n), n)
      insertPayload.run(n, sealed)
      return n
    },
    startAttempt: (n, { kind, destination }, { wallMs }) =>
      void start.run({ n, destination, target: kind === 'computer' ? destination : null, wallMs }),
    change: changeQuery(database),
    dropPayload: (n) => {
      deletePayload.run(n)
      noPayload.run(n)
    },
    withdraw: (label) => void withdraw.run(label),
  }
}

function changeQuery(database: Database): JobQueries['change'] {
  const named = CHANGE_COLUMNS.map(
    (name) => `${inFile(name)} = iif(@sets_${name}, @${name}, ${inFile(name)})`,
  )
  // What a person released has the usual life again.
  const change = database.prepare(
    `UPDATE job SET state = @state, reasons = @reasons, changed_at_ms = @wallMs, ${named.join()},
       is_answered = max(is_answered, @isAnswer), ttl_ms = iif(@state = 'accepted', NULL, ttl_ms) WHERE n = @n`,
  )
  return (n, to, { wallMs }) => {
    const values = boundValues(to, SET_BY_A_CHANGE)
    for (const name of CHANGE_COLUMNS) values[`sets_${name}`] = Number(to[name] !== undefined)
    change.run({ ...values, n, wallMs, isAnswer: Number(to.isAnswer === true) })
  }
}

function newRow(
  job: NewJob,
  { bytes, sha256 }: Pick<SealedPayload, 'bytes' | 'sha256'>,
): Readonly<Record<string, unknown>> {
  const reprint = { reprintOf: job.reprint?.of, reprintCount: job.reprint?.count }
  return { ...job, ...reprint, bytes, sha256, changedAtMs: job.acceptedAtMs }
}

function standingOf(found: unknown): Standing | null {
  if (found === undefined) return null
  const row = rowOf(found)
  const [n, attempts] = [wholeNumber(row, 'n', 1), wholeNumber(row, 'attempts')]
  return { n, state: oneOf(row, 'state', jobStates), attempts }
}

function waitingOf(found: unknown): Waiting {
  const row = rowOf(found)
  return { jobs: wholeNumber(row, 'jobs'), bytes: wholeNumber(row, 'bytes') }
}
