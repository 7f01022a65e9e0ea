// What a job becomes by what is asked for it, and what the file writes then: decided here, in the main thread, so that the thread of
// the file reads no job before it writes it.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { hasLeft, isUnderWay } from '../rules/job-states.ts'
import type { EachColumn } from './job-columns.ts'
import type { AcceptOperation, ColumnValues, Counted, Moment, Try, WriteOperation } from './operations.ts'
import { isPatientChange, isPatientTry } from './patience.ts'
import { notedAs } from './progress.ts'
import type { AttemptStart, JobChange, JobRow, NewJob } from './spool-store.ts'
import { factsOfChange, stepLine, stepText, type NewStep } from './step-row.ts'

/** A job as it stands, with what its next change is founded on. */
export interface KnownJob {
  readonly row: JobRow
  /** Of its way so far. */
  readonly steps: number
  /** On the monotonic clock of this process; null: by another one, or nobody remembers. */
  readonly acceptedRunMs: number | null
}

/** What is on a new label, for the file. */
export interface NewPayload {
  readonly sealed: Uint8Array
  readonly bytes: number
  readonly sha256: string
  /** The same, hidden. */
  readonly masked: string
}

export interface Acceptance {
  readonly job: NewJob
  readonly payload: NewPayload
  readonly start: AttemptStart | null
  /** Of this computer; null: it has none. */
  readonly letter: string | null
  readonly at: Moment
}

/** A change of a job that is known. */
export interface JobWrite {
  readonly operation: WriteOperation
  readonly becomes: KnownJob
}

/** Another label may have been printed in their place, which is found when the job is read. */
const REPRINTED_STATES: readonly JobState[] = ['failed', 'expired', 'unknown']
const NOT_COUNTED: Counted = { what: [], tookMs: null }

/** `given`: its count and its number, by the file. */
export function acceptance({ job, payload, start, letter, at }: Acceptance): {
  readonly operation: AcceptOperation
  readonly becomes: (given: Pick<JobRow, 'n' | 'number'>) => KnownJob
} {
  const fresh = newRow(job, payload)
  const row = start === null ? fresh : tried(fresh, start, at)
  const lines = [stepLine(stepText(firstStep(job, payload, at)), null)]
  if (start !== null) lines.push(stepLine(stepText(tryStep(start, at)), 0))
  const operation: AcceptOperation = {
    kind: 'accept',
    id: job.id,
    state: row.state,
    columns: newColumns(row, payload.masked),
    number: job.number ?? null,
    letter,
    payload: { sealed: payload.sealed, bytes: payload.bytes },
    way: lines.join('\n'),
    steps: lines.length,
    started: start === null ? null : startedBy(start, row.attempts),
    hasPatience: start === null && job.hasPatience === true,
    goesFirst: job.goesFirst === true,
    counted: { what: job.state === 'accepted' ? ['accepted'] : ['accepted', job.state], tookMs: null },
    at,
  }
  return {
    operation,
    becomes: (given) => ({ row: { ...row, ...given }, steps: lines.length, acceptedRunMs: at.runMs }),
  }
}

export function tryWrite(job: KnownJob, start: AttemptStart, at: Moment): JobWrite {
  const row = tried(job.row, start, at)
  return writeOf(job, row, {
    step: tryStep(start, at),
    started: startedBy(start, row.attempts),
    hasPatience: isPatientTry(start),
    counted: NOT_COUNTED,
    at,
  })
}

export function changeWrite(job: KnownJob, to: JobChange, at: Moment): JobWrite {
  return writeOf(job, changed(job.row, to, at), {
    step: changeStep(to, at),
    started: null,
    hasPatience: isPatientChange(to),
    counted: countedOf(job, to, at),
    at,
  })
}

interface WriteFacts extends Pick<WriteOperation, 'started' | 'hasPatience' | 'counted' | 'at'> {
  readonly step: NewStep
}

function writeOf({ row: from, steps, acceptedRunMs }: KnownJob, row: JobRow, facts: WriteFacts): JobWrite {
  const { step, ...rest } = facts
  const operation: WriteOperation = {
    kind: 'write',
    id: row.id,
    n: row.n,
    bytes: row.bytes,
    from: from.state,
    state: row.state,
    columns: eachColumns(row),
    step: stepText(step),
    after: steps,
    dropPayload: from.hasPayload && !row.hasPayload,
    isRead: REPRINTED_STATES.includes(row.state),
    ...rest,
  }
  return { operation, becomes: { row, steps: steps + 1, acceptedRunMs } }
}

function newRow(job: NewJob, { bytes, sha256 }: NewPayload): JobRow {
  const { hasPatience: _, goesFirst: _first, ...facts } = job
  const { origin = null, ttlMs = null, target = null, acceptedAtMs } = facts
  return {
    ...facts,
    n: 0,
    number: '',
    code: null,
    bytes,
    sha256,
    destination: null,
    attempts: 0,
    evidence: null,
    changedAtMs: acceptedAtMs,
    hasPayload: true,
    origin,
    ttlMs,
    target,
    isAnswered: false,
    pendingAnswer: null,
    reprintedAs: null,
  }
}

function tried(row: JobRow, { kind, destination }: AttemptStart, { wallMs }: Moment): JobRow {
  return {
    ...row,
    state: 'sending',
    reasons: [],
    evidence: null,
    attempts: row.attempts + 1,
    destination,
    target: kind === 'computer' ? destination : null,
    changedAtMs: wallMs,
    reprintedAs: null,
  }
}

function changed(row: JobRow, to: JobChange, { wallMs }: Moment): JobRow {
  const { state, reasons, code = row.code, evidence = row.evidence, target = row.target } = to
  const { pendingAnswer = row.pendingAnswer, isAnswer = false, dropPayload = false } = to
  return {
    ...row,
    state,
    reasons: [...reasons],
    code,
    evidence,
    target,
    pendingAnswer,
    isAnswered: row.isAnswered || isAnswer,
    hasPayload: row.hasPayload && !dropPayload,
    // What a person released has the usual life again.
    ttlMs: state === 'accepted' ? null : row.ttlMs,
    changedAtMs: wallMs,
    reprintedAs: null,
  }
}

/** `sha256` as it stands in the file. */
function newColumns(row: JobRow, sha256: string): AcceptOperation['columns'] {
  const { id, sender, endedBy, language, isComplete, bytes, copies, reprint, acceptedAtMs, origin } = row
  return {
    ...eachColumns(row),
    id,
    sender,
    endedBy,
    language,
    isComplete: isComplete === null ? null : Number(isComplete),
    bytes,
    sha256,
    copies,
    reprintOf: reprint?.of ?? null,
    reprintCount: reprint?.count ?? null,
    acceptedAtMs,
    origin,
  }
}

function eachColumns(row: JobRow): ColumnValues<EachColumn> {
  const { state, code, destination, attempts, evidence, changedAtMs, ttlMs, target, pendingAnswer } = row
  return {
    state,
    reasons: row.reasons.length === 0 ? '[]' : JSON.stringify(row.reasons),
    code,
    destination,
    attempts,
    evidence,
    changedAtMs,
    ttlMs,
    target,
    isAnswered: Number(row.isAnswered),
    pendingAnswer,
  }
}

function startedBy({ odometer, run = null }: AttemptStart, attempt: number): Try {
  return { attempt, odometer, noted: run === null ? null : notedAs(run, attempt) }
}

/** The first step of its way. */
export function firstStep(
  { state, reasons }: NewJob,
  { bytes }: Pick<NewPayload, 'bytes'>,
  { wallMs }: Pick<Moment, 'wallMs'>,
): NewStep {
  return { atMs: wallMs, state, reasons, bytes }
}

export function tryStep({ destination }: AttemptStart, { wallMs }: Pick<Moment, 'wallMs'>): NewStep {
  return { atMs: wallMs, state: 'sending', reasons: sendingTo(destination) }
}

/** What a change tells as a step. */
export function changeStep(to: JobChange, { wallMs }: Pick<Moment, 'wallMs'>): NewStep {
  const { state, reasons, bytesSent = null } = to
  return { atMs: wallMs, state, reasons, bytes: bytesSent, ...factsOfChange(to) }
}

/** Of the place that labels went to last: writing it anew for each took longer than all else here. */
let lastSaid: { readonly place: string; readonly reasons: Reasons } | null = null

function sendingTo(place: string): Reasons {
  if (lastSaid?.place !== place) lastSaid = { place, reasons: [reason('sending_to', { place })] }
  return lastSaid.reasons
}

function countedOf({ row: from, acceptedRunMs }: KnownJob, to: JobChange, at: Moment): Counted {
  if (from.state === to.state || isUnderWay(to.state) || to.isNews === true) return NOT_COUNTED
  const isSent = from.state === 'sending' && hasLeft(to.state)
  return { what: [to.state], tookMs: isSent && acceptedRunMs !== null ? at.runMs - acceptedRunMs : null }
}
