// What a person can do with a label in each state. Pure.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { isAnswerWaiting } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'

/** `came`: say whether it came out; `found`: that it did after all. */
export type Act = 'came' | 'found' | 'release' | 'cancel' | 'reprint'

const ACTS = {
  unknown: ['came'],
  held: ['release', 'cancel'],
  expired: ['release'],
  accepted: ['cancel'],
  waiting_for_printer: ['cancel'],
  sending: [],
  forwarded: ['reprint'],
  sent_to_printer: ['reprint'],
  printed: ['reprint'],
  failed: ['reprint'],
  // Its program sends it again, where it was meant.
  cancelled: [],
  other: [],
} as const satisfies Record<JobState, readonly Act[]>

type Standing = Pick<PrintJob, 'state' | 'reasons'>

/** At the computer that has it. */
const ELSEWHERE: Readonly<Partial<Record<JobState, readonly Act[]>>> = {
  expired: ['reprint'],
  // Unless it is being sent to the printer there: then the agent says so.
  forwarded: ['cancel', 'reprint'],
}

type ActFacts = Pick<JobTrace, 'isPayloadKept' | 'isElsewhere'>

/**
 * Those that the agent takes. What was on it may be gone: then it cannot be printed any more, and nothing else is left to
 * do. One that expired at another computer is let go only there; here it is printed again.
 */
export function actsOf(job: Standing, { isPayloadKept, isElsewhere = false }: ActFacts): readonly Act[] {
  if (isAnswerWaiting(job)) return ['found']
  const acts = (isElsewhere ? ELSEWHERE[job.state] : undefined) ?? ACTS[job.state]
  return isPayloadKept ? acts : acts.filter((act) => act === 'came' || act === 'cancel')
}
