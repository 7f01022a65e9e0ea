// What the main thread asks of the thread that owns the file, and what it hears back. Both are one build of one
// program: questions are typed, answers are rows of a file and parsed by the main thread (stored-rows.ts).
//
//   main ─▶ [{number, operation}, …]       worker ─▶ {kind: 'answers', [{number, ok, …}, …]} after the commit, in the same order
//                                          worker ─▶ {kind: 'log', …} at any time
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { LogFields } from '@pharmacy-relay/shared/logger.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { AttemptStart, JobChange, NewJob } from './spool-store.ts'

/** When something was asked for; `runMs` is the monotonic clock of this process. */
export interface Moment {
  readonly wallMs: number
  readonly runMs: number
}

export interface SealedPayload {
  readonly sealed: Uint8Array
  /** Of the payload before it was sealed. */
  readonly bytes: number
  readonly sha256: string
}

export type Operation =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'accept'
      readonly job: NewJob
      readonly payload: SealedPayload
      /** Of this computer, for the number of a job that brings none; null: it has none. */
      readonly letter: string | null
      /** Its first try, which begins at once; null: it waits for its turn. */
      readonly start: AttemptStart | null
      readonly at: Moment
    }
  | {
      readonly kind: 'startAttempt'
      readonly jobId: string
      readonly start: AttemptStart
      readonly at: Moment
    }
  | { readonly kind: 'change'; readonly jobId: string; readonly change: JobChange; readonly at: Moment }
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
  | { readonly kind: 'close' }

/** A label that was refused although the file may have it; the moment tells it from an earlier one of the same id. */
export interface RefusedLabel {
  readonly id: string
  readonly runMs: number
}

export function refusedLabel({ job, at }: Extract<Operation, { kind: 'accept' }>): RefusedLabel {
  return { id: job.id, runMs: at.runMs }
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
