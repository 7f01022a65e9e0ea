// The lists of labels that people ask for: which states stand in each; a label is in one at most. What was printed again is
// over, and is in none of those that call for a person. Without zod, for pages: see problem-error.ts.
import type { JobState } from '../job-state.ts'
import type { ReasonCode } from '../reasons/reason-codes.ts'
import type { SummaryCode } from '../summary-codes.ts'
import type { Reasons } from '../reasons/reason.ts'

/** Each list with its states. */
export const JOB_LISTS = {
  /** No paper came, and none comes any more. */
  'not-out': ['failed', 'expired'],
  /** Still to come by itself, or nobody has heard yet that it came. */
  waits: ['accepted', 'waiting_for_printer', 'sending', 'forwarded'],
  /** Somebody has to say whether it came out, or what becomes of it. */
  asks: ['unknown', 'held'],
} as const satisfies Readonly<Record<string, readonly JobState[]>>

export type JobListName = keyof typeof JOB_LISTS
export const jobListNames = Object.keys(JOB_LISTS) as [JobListName, ...JobListName[]]

/** Part of the labels of a computer, newest first. */
export interface JobPage {
  /** Null: labels of every state. */
  readonly only: JobListName | null
  /** Only labels with a lower `n`; null: from the newest on. */
  readonly before: number | null
}

/** How many labels stand in each. */
export type JobListCounts = Readonly<Record<JobListName, number>>

export const NEWEST_JOBS: JobPage = { only: null, before: null }

/** The list that has the labels of which a summary speaks; null: it speaks of none, or of labels that are on their way. */
export function listOfSummary(code: SummaryCode): JobListName | null {
  switch (code) {
    case 'unknown_labels':
    case 'held_labels':
      return 'asks'
    case 'ready_some_failed':
      return 'not-out'
    case 'labels_wait':
    case 'working':
      return 'waits'
    default:
      return null
  }
}

/** What a label must tell to be listed. */
export interface Listed {
  readonly state: JobState
  readonly reasons: Reasons
  readonly reprintedAs?: string | null | undefined
}

/** Said of a label that was printed again, here or by somebody at the computer that has it. */
export const SAYS_PRINTED_AGAIN: readonly string[] = [
  'printed_again',
  'printed_again_by',
] satisfies ReasonCode[]

const OVER_BY_REPRINT: readonly JobState[] = ['failed', 'expired', 'unknown']

export const SAYS_ANSWER_WAITS: string = 'answer_waits' satisfies ReasonCode

/** It did not come out or nobody knows, and another label was printed in its place: nobody has to do anything more. */
export function isPrintedAgain({ state, reasons, reprintedAs }: Listed): boolean {
  if (!OVER_BY_REPRINT.includes(state)) return false
  const isSaid = reasons.some(({ code }) => SAYS_PRINTED_AGAIN.includes(code))
  return isSaid || (reprintedAs ?? null) !== null
}

/** For so long a label that did not come out is counted in what a computer says of itself. */
export const COUNTED_MS = 24 * 3_600_000

/** Whether a label of `not-out` is among those that are counted. */
export function isCounted({ changedAt }: { readonly changedAt: string }, nowMs: number): boolean {
  return nowMs - Date.parse(changedAt) <= COUNTED_MS
}

/** The number of the label that was printed in its place, where its own reasons do not say it; null otherwise. */
export function unsaidReprint({ reasons, reprintedAs }: Listed): string | null {
  return reasons.some(({ code }) => SAYS_PRINTED_AGAIN.includes(code)) ? null : (reprintedAs ?? null)
}

/** Somebody said that it did not come out, and the computer that has it has not heard so yet: nobody is asked again. */
export function isAnswerWaiting({ state, reasons }: Pick<Listed, 'state' | 'reasons'>): boolean {
  return state === 'unknown' && reasons.some(({ code }) => code === SAYS_ANSWER_WAITS)
}

/** As people are shown it: what somebody answered already does not ask to be checked. */
export function shownState(job: Pick<Listed, 'state' | 'reasons'>): JobState {
  return isAnswerWaiting(job) ? 'waiting_for_printer' : job.state
}

/** Whether it stands in that list. */
export function isInList(job: Listed, list: JobListName): boolean {
  if (isAnswerWaiting(job)) return list === 'waits' && !isPrintedAgain(job)
  const states: readonly JobState[] = JOB_LISTS[list]
  return states.includes(job.state) && !isPrintedAgain(job)
}

export function isJobList(text: string | undefined): text is JobListName {
  return text !== undefined && Object.hasOwn(JOB_LISTS, text)
}
