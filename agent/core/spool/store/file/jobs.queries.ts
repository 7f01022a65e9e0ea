// The statements on jobs and their payloads.
import type { Database } from 'better-sqlite3'
import { numberOf } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { EachColumn } from '../job-columns.ts'
import { shortened } from '../job-way.ts'
import { MAX_STEPS } from '../spool-limits.ts'
import { IS_PENDING, IS_UNSETTLED, IS_WAITING, REPRINTED_AS } from './job-states.queries.ts'
import { EACH_COLUMNS, JOB_COLUMNS, NEW_COLUMNS } from '../job-columns.ts'
import type { AcceptOperation, Moment, RefusedLabel, Try, WriteOperation } from '../operations.ts'
import { bound, inFile, readAs } from './columns.ts'
import { rowOf, text, wholeNumber } from './row-reader.ts'

/** What a statement selects of a job. */
export const JOB_ROW = `${JOB_COLUMNS.map(readAs).join()}, steps, ${REPRINTED_AS} AS reprintedAs`

/** Labels that have not reached their end. */
export interface Waiting {
  readonly jobs: number
  readonly bytes: number
}

/** What the file gave a new job. */
export interface Given {
  readonly n: number
  readonly number: string
}

export interface JobQueries {
  /** Null: the id is taken, and nothing was written. */
  insert(accept: AcceptOperation): Given | null
  /** False: the job has other steps than it was taken for, or is not there; nothing was written. */
  write(write: WriteOperation): boolean
  isThere(id: string): boolean
  waiting(): Waiting
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

/** `run`: of the steps whose times may be compared, which is while the file is open. */
export function jobQueries(database: Database, run: number): JobQueries {
  return { ...readQueries(database), ...payloadQueries(database), ...writeQueries(database, run) }
}

type Reads =
  | 'isThere'
  | 'waiting'
  | 'row'
  | 'find'
  | 'findNumber'
  | 'unfinished'
  | 'unsettled'
  | 'pending'
  | 'payload'

function readQueries(database: Database): Pick<JobQueries, Reads> {
  const isThere = database.prepare('SELECT 1 FROM job WHERE id = ?')
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
    isThere: (id) => isThere.get(id) !== undefined,
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

function payloadQueries(database: Database): Pick<JobQueries, 'dropPayload' | 'withdraw'> {
  const deletePayload = database.prepare('DELETE FROM payload WHERE job_n = ?')
  const noPayload = database.prepare('UPDATE job SET has_payload = 0 WHERE n = ?')
  // Nobody changed it since it came: it was refused.
  const withdraw = database.prepare('DELETE FROM job WHERE id = @id AND run_ms = @runMs')
  return {
    dropPayload: (n) => {
      deletePayload.run(n)
      noPayload.run(n)
    },
    withdraw: (label) => void withdraw.run(label),
  }
}

function writeQueries(database: Database, run: number): Pick<JobQueries, 'insert' | 'write'> {
  const shorten = shortenQuery(database)
  const [change, start] = [database.prepare(writeSql([])), database.prepare(writeSql(TRY_COLUMNS))]
  return {
    insert: insertQuery(database, run),
    write: ({ n, columns, step, after, started, at }) => {
      const values = { ...columns, n, after, run, runMs: at.runMs, head: step.head, tail: step.tail }
      const { changes } =
        started === null ? change.run(values) : start.run({ ...values, ...tryValues(started, at) })
      if (changes > 0 && after >= MAX_STEPS) shorten(n)
      return changes > 0
    },
  }
}

const TRY_COLUMNS = ['tryNumber', 'tryOdometer', 'tryAtMs', 'tryNoted']

function tryValues(started: Try | null, { wallMs }: Moment): Record<string, number | string | null> {
  return {
    tryNumber: started?.attempt ?? null,
    tryOdometer: started?.odometer ?? null,
    tryAtMs: started === null ? null : wallMs,
    tryNoted: started?.noted ?? null,
  }
}

/** Every column that changes is written each time, so that the row is what whoever asked believes it to be. */
function writeSql(more: readonly string[]): string {
  const sets = [...(EACH_COLUMNS satisfies readonly EachColumn[]), ...more].map(
    (name) => `${inFile(name)} = ${bound(name)}`,
  )
  return `UPDATE job SET ${sets.join()}, steps = steps + 1, run = @run, run_ms = @runMs,
      way = iif(way IS NULL, '', way || char(10)) || @head || iif(run = @run, round(@runMs - run_ms, 2), 'null') || @tail
    WHERE n = @n AND steps = @after`
}

/** The count and its number are those that SQLite gives next. */
function insertQuery(database: Database, run: number): JobQueries['insert'] {
  const columns = [...NEW_COLUMNS, ...EACH_COLUMNS, ...TRY_COLUMNS, 'steps', 'way', 'run', 'runMs']
  const insert = database.prepare(
    `INSERT INTO job (${columns.map(inFile).join()}) VALUES (${columns.map(bound).join()}) ON CONFLICT (id) DO NOTHING`,
  )
  const insertPayload = database.prepare('INSERT INTO payload (job_n, sealed) VALUES (?, ?)')
  const lastCount = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'job'`).pluck()
  return ({ columns: values, number, letter, payload, way, steps, started, at }) => {
    const next = Number(lastCount.get() ?? 0) + 1
    const own = number ?? (letter === null ? null : numberOf(letter, next))
    const row = { ...values, number: own, ...tryValues(started, at), steps, way, run, runMs: at.runMs }
    const { changes, lastInsertRowid } = insert.run(row)
    if (changes === 0) return null
    const n = Number(lastInsertRowid)
    if (n !== next) throw new Error('The spool gave a label another count than the next one')
    insertPayload.run(n, payload.sealed)
    return { n, number: own ?? String(n) }
  }
}

function shortenQuery(database: Database): (n: number) => void {
  const way = database.prepare('SELECT way FROM job WHERE n = ?')
  const keep = database.prepare('UPDATE job SET way = ? WHERE n = ?')
  return (n) => void keep.run(shortened(text(rowOf(way.get(n)), 'way'), MAX_STEPS), n)
}

function waitingOf(found: unknown): Waiting {
  const row = rowOf(found)
  return { jobs: wholeNumber(row, 'jobs'), bytes: wholeNumber(row, 'bytes') }
}
