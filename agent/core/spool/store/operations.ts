// What the main thread asks of the thread that owns the file, and what it hears back. Both are one build of one
// program: questions are typed, answers are rows of a file and parsed by the main thread (stored-rows.ts).
//
//   main ─▶ [{number, operation}, …]       worker ─▶ {kind: 'answers', [{number, ok, …}, …]} after the commit, in the same order
//                                          worker ─▶ {kind: 'log', …} at any time
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { LogFields } from '@pharmacy-relay/shared/logger.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { EachColumn, NewColumn } from './job-columns.ts'
import type { StepText } from './step-row.ts'

/** When something was asked for; `runMs` is the monotonic clock of this process. */
export interface Moment {
  readonly wallMs: number
  readonly runMs: number
}

export interface SealedPayload {
  readonly sealed: Uint8Array
  /** Of the payload before it was sealed. */
  readonly bytes: number
}

/** Values of columns as the file has them, by the names of job-columns.ts. */
export type ColumnValues<Column extends string> = Readonly<Record<Column, string | number | null>>

/** The first try of a label, or another: what must be known of it after a crash. */
export interface Try {
  readonly attempt: number
  readonly odometer: number | null
  readonly noted: string | null
}

/** What the hours are to count, once it is committed. */
export interface Counted {
  readonly what: readonly JobState[]
  /** From accepted to sent, forwarded or printed; null: not that, or not known. */
  readonly tookMs: number | null
}

export interface AcceptOperation {
  readonly kind: 'accept'
  readonly id: string
  readonly state: JobState
  readonly columns: ColumnValues<Exclude<NewColumn, 'number'> | EachColumn>
  /** Null: it gets the next one of this computer, with its letter. */
  readonly number: string | null
  /** Of this computer; null: it has none. */
  readonly letter: string | null
  readonly payload: SealedPayload
  readonly way: string
  readonly steps: number
  /** Its first try, which begins at once; null: it waits for its turn. */
  readonly started: Try | null
  /** Nobody's promise hangs on its commit at once: see patience.ts. */
  readonly hasPatience: boolean
  /** Those of its computer that found no room go on with it: see file/no-room.ts. */
  readonly goesFirst: boolean
  readonly counted: Counted
  readonly at: Moment
}

/** How a job stands from now on: nothing of it is read before it is written. */
export interface WriteOperation {
  readonly kind: 'write'
  readonly id: string
  readonly n: number
  readonly bytes: number
  readonly from: JobState
  readonly state: JobState
  readonly columns: ColumnValues<EachColumn>
  readonly step: StepText
  /** Steps of its way so far: with another count the job is otherwise than whoever asks believes, and nothing is written. */
  readonly after: number
  /** A try begins; null: none does. */
  readonly started: Try | null
  readonly dropPayload: boolean
  /** The job is to be given as it then is in the file, with what is found when it is read. */
  readonly isRead: boolean
  /** As above. */
  readonly hasPatience: boolean
  readonly counted: Counted
  readonly at: Moment
}

export type Operation =
  | { readonly kind: 'open' }
  | AcceptOperation
  | WriteOperation
  | { readonly kind: 'payload'; readonly jobId: string }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'openAttempts' }
  | { readonly kind: 'unsettled'; readonly target: string; readonly limit: number }
  | { readonly kind: 'pendingAnswers'; readonly limit: number }
  | { readonly kind: 'list'; readonly page: JobPage; readonly limit: number }
  | { readonly kind: 'listCounts' }
  | { readonly kind: 'find'; readonly id: string }
  | { readonly kind: 'findNumber'; readonly numbers: readonly string[] }
  | { readonly kind: 'trace'; readonly jobId: string }
  | { readonly kind: 'hours'; readonly fromMs: number }
  | { readonly kind: 'cleanUp'; readonly at: Moment }
  | { readonly kind: 'giveMemoryBack' }
  | { readonly kind: 'close' }

/** A label that was refused although the file may have it; the moment tells it from an earlier one of the same id. */
export interface RefusedLabel {
  readonly id: string
  readonly runMs: number
}

export function refusedLabel({ id, at }: AcceptOperation): RefusedLabel {
  return { id, runMs: at.runMs }
}

export interface Question {
  readonly number: number
  readonly operation: Operation
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly detail: string | Reason }

export type Answer = Outcome & { readonly number: number }

/** Of one commit: a message costs as much as an operation. */
export interface Answers {
  readonly kind: 'answers'
  readonly answers: readonly Answer[]
}

export interface LogLine {
  readonly kind: 'log'
  readonly level: 'info' | 'warn' | 'error' | 'debug'
  readonly event: string
  readonly fields: LogFields
}
