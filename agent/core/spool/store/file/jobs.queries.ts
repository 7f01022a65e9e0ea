// The statements on jobs and their payloads.
import type { Database } from 'better-sqlite3'
import { jobStates, type JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { AttemptStart, JobChange, NewJob } from '../spool-store.ts'
import { IS_UNSETTLED, IS_WAITING } from './job-states.queries.ts'
import type { Moment, RefusedLabel, SealedPayload } from '../operations.ts'
import { oneOf, rowOf, wholeNumber } from './row-reader.ts'

const COLUMNS = `n, id, state, reasons, code, sender, ended_by AS endedBy, language, is_complete AS isComplete, bytes, sha256,
  copies, destination, attempts, evidence, reprint_of AS reprintOf, reprint_count AS reprintCount,
  accepted_at_ms AS acceptedAtMs, changed_at_ms AS changedAtMs, has_payload AS hasPayload,
  origin, ttl_ms AS ttlMs, target, is_answered AS isAnswered`

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
  /** Returns its number. Throws SQLITE_CONSTRAINT when the id is taken. */
  insert(job: NewJob, payload: SealedPayload): number
  standing(id: string): Standing | null
  waiting(): Waiting
  startAttempt(n: number, start: AttemptStart, at: Moment): void
  change(n: number, change: JobChange, at: Moment): void
  dropPayload(n: number): void
  /** As if it had never come, but for its number. */
  withdraw(label: RefusedLabel): void
  row(n: number): unknown
  find(idOrNumber: string): unknown
  list(limit: number): unknown[]
  unfinished(): unknown[]
  unsettled(target: string, limit: number): unknown[]
  payload(id: string): unknown
}

export function jobQueries(database: Database): JobQueries {
  const insert = database.prepare(
    `INSERT INTO job (id, state, reasons, sender, ended_by, language, is_complete, bytes, sha256, copies, reprint_of,
       reprint_count, accepted_at_ms, changed_at_ms, origin, ttl_ms, target)
     VALUES (@id, @state, @reasons, @sender, @endedBy, @language, @isComplete, @bytes, @sha256, @copies, @reprintOf,
       @reprintCount, @acceptedAtMs, @acceptedAtMs, @origin, @ttlMs, @target)`,
  )
  const insertPayload = database.prepare('INSERT INTO payload (job_n, sealed) VALUES (?, ?)')
  const standing = database.prepare('SELECT n, state, attempts FROM job WHERE id = ?')
  const waiting = database.prepare(
    `SELECT count(*) AS jobs, coalesce(sum(bytes), 0) AS bytes FROM job WHERE ${IS_WAITING}`,
  )
  const start = database.prepare(
    `UPDATE job SET state = 'sending', reasons = '[]', evidence = NULL, attempts = attempts + 1, destination = @destination,
       target = @target, changed_at_ms = @wallMs WHERE n = @n`,
  )
  // What a person released has the usual life again.
  const change = database.prepare(
    `UPDATE job SET state = @state, reasons = @reasons, changed_at_ms = @wallMs,
       code = iif(@setsCode, @code, code), evidence = iif(@setsEvidence, @evidence, evidence),
       target = iif(@setsTarget, @target, target), is_answered = max(is_answered, @isAnswer),
       ttl_ms = iif(@state = 'accepted', NULL, ttl_ms) WHERE n = @n`,
  )
  const deletePayload = database.prepare('DELETE FROM payload WHERE job_n = ?')
  const noPayload = database.prepare('UPDATE job SET has_payload = 0 WHERE n = ?')
  const withdraw = database.prepare(
    `DELETE FROM job WHERE id = @id
       AND (SELECT run_ms FROM step WHERE job_n = n ORDER BY number LIMIT 1) = @runMs`,
  )
  const row = database.prepare(`SELECT ${COLUMNS} FROM job WHERE n = ?`)
  const rowById = database.prepare(`SELECT ${COLUMNS} FROM job WHERE id = ?`)
  const list = database.prepare(`SELECT ${COLUMNS} FROM job ORDER BY n DESC LIMIT ?`)
  const unfinished = database.prepare(`SELECT ${COLUMNS} FROM job WHERE ${IS_WAITING} ORDER BY n`)
  const unsettled = database.prepare(
    `SELECT ${COLUMNS} FROM job WHERE ${IS_UNSETTLED} AND target = ? ORDER BY n DESC LIMIT ?`,
  )
  const payload = database.prepare('SELECT sealed FROM payload JOIN job ON n = job_n WHERE id = ?')
  return {
    insert: (job, { sealed, bytes, sha256 }) => {
      const { lastInsertRowid } = insert.run({
        id: job.id,
        state: job.state,
        reasons: JSON.stringify(job.reasons),
        sender: job.sender,
        endedBy: job.endedBy,
        language: job.language,
        copies: job.copies,
        acceptedAtMs: job.acceptedAtMs,
        bytes,
        sha256,
        isComplete: job.isComplete === null ? null : Number(job.isComplete),
        reprintOf: job.reprint?.of ?? null,
        reprintCount: job.reprint?.count ?? null,
        origin: job.origin ?? null,
        ttlMs: job.ttlMs ?? null,
        target: job.target ?? null,
      })
      const n = Number(lastInsertRowid)
      insertPayload.run(n, sealed)
      return n
    },
    standing: (id) => standingOf(standing.get(id)),
    waiting: () => waitingOf(waiting.get()),
    startAttempt: (n, { kind, destination }, { wallMs }) =>
      void start.run({ n, destination, target: kind === 'computer' ? destination : null, wallMs }),
    change: (n, { state, reasons, code, evidence, target, isAnswer }, { wallMs }) =>
      void change.run({
        n,
        state,
        reasons: JSON.stringify(reasons),
        wallMs,
        code: code ?? null,
        evidence: evidence ?? null,
        setsCode: Number(code !== undefined),
        setsEvidence: Number(evidence !== undefined),
        target: target ?? null,
        setsTarget: Number(target !== undefined),
        isAnswer: Number(isAnswer === true),
      }),
    dropPayload: (n) => {
      deletePayload.run(n)
      noPayload.run(n)
    },
    withdraw: (label) => void withdraw.run(label),
    row: (n) => row.get(n),
    find: (idOrNumber) =>
      /^\d{1,15}$/.test(idOrNumber) ? row.get(Number(idOrNumber)) : rowById.get(idOrNumber),
    list: (limit) => list.all(limit),
    unfinished: () => unfinished.all(),
    unsettled: (target, limit) => unsettled.all(target, limit),
    payload: (id) => payload.get(id),
  }
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
