// What the pharmacy API is told of a prescription's label, for how long, and what its refusals mean; pure.
import type { LabelOutcome } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { sameReasons, type Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { OwedOutcome } from './label-outcomes.queries.ts'

/** Nothing follows. A label that failed may be printed again by another job. */
const LAST: readonly JobState[] = ['printed', 'cancelled']
/** A reprint takes over a label of which the API knows one of these. */
export const OFF_PAPER: readonly JobState[] = ['unknown', 'failed', 'expired', 'cancelled']
/** A person could still cancel the job, here or, forwarded, at the computer that has it. */
export const WAITING: readonly JobState[] = ['accepted', 'waiting_for_printer', 'held', 'forwarded']
/** Said by this computer, not by the API. */
const NOT_ASKED = ['not_signed_in', 'gateway_unknown']

const DAY_MS = 86_400_000
export const OWED = {
  maxRows: 10_000,
  maxAgeMs: 30 * DAY_MS,
  /** Of a printer that gives no proof: `printed` follows soon or never. */
  sentMaxAgeMs: DAY_MS,
  /** A label whose job was never made, as when it could not be drawn; within it the same request makes it. */
  noJobMaxAgeMs: 600_000,
} as const

/** As the API is told it. */
export type TellableOutcome = LabelOutcome & { readonly reasons: Reason[] }

/** Null: a state of a later version, which the API is not told. */
export function outcomeOf({ job, evidence }: Pick<JobTrace, 'job' | 'evidence'>): TellableOutcome | null {
  if (job.state === 'other') return null
  return { jobId: job.id, state: job.state, evidence, reasons: [...job.reasons], at: job.changedAt }
}

/** Of a label whose job was never made, and is not made any more: this computer ended before, or could not draw it. */
export function neverMade({ jobId }: OwedOutcome, at: string): TellableOutcome {
  return { jobId, state: 'failed', evidence: null, reasons: [reason('label_not_made', {})], at }
}

export function isNews(told: OwedOutcome, now: TellableOutcome): boolean {
  const isSame = told.toldState === now.state && told.toldEvidence === now.evidence
  return !isSame || !sameReasons(told.toldReasons, now.reasons)
}

export function isLast(state: JobState): boolean {
  return LAST.includes(state)
}

/** `gone`: the API has no such label. `refused`: it will never take this outcome. `later`: to be tried again. */
export function meaningOf(error: unknown): 'gone' | 'refused' | 'later' {
  if (!(error instanceof ProblemError) || PROBLEM_CODES[error.code].retry === 'retry') return 'later'
  if (error.code === 'not_found') return 'gone'
  if (error.code === 'invalid') return 'refused'
  // A session or a role that is no longer good says nothing about the label.
  if (error.code !== 'state_conflict') return 'later'
  return NOT_ASKED.includes(error.reason?.code ?? '') ? 'later' : 'refused'
}

const AGAIN_MS = { first: 1_000, last: 60_000 }

/** After so many failures in a row, from 1. */
export function waitMs(failures: number, error: unknown): number {
  const asked = error instanceof ProblemError ? (error.retryAfterS ?? 0) * 1_000 : 0
  const own = Math.min(AGAIN_MS.first * 2 ** Math.min(failures - 1, 10), AGAIN_MS.last)
  return Math.min(Math.max(own, asked), 10 * AGAIN_MS.last)
}
