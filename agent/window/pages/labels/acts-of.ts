// What a person can do with a label in each state. Pure.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import type { JobTrace, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'

/** `came`: say whether it came out. */
export type Act = 'came' | 'release' | 'cancel' | 'reprint'

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

type ActFacts = Pick<JobTrace, 'isPayloadKept' | 'isElsewhere'>

/**
 * Those that the agent takes. What was on it may be gone: then it cannot be printed any more, and nothing else is left to
 * do. One that expired at another computer is let go only there; here it is printed again.
 */
export function actsOf(state: JobState, { isPayloadKept, isElsewhere = false }: ActFacts): readonly Act[] {
  const acts: readonly Act[] = state === 'expired' && isElsewhere ? ['reprint'] : ACTS[state]
  return isPayloadKept ? acts : acts.filter((act) => act === 'came' || act === 'cancel')
}

const SEEN: readonly string[] = ['seen_out', 'seen_out_by'] satisfies ReasonCode[]

/** A person said that it came out: the printer need not say so any more. */
export function isSeen({ state, reasons }: Pick<PrintJob, 'state' | 'reasons'>): boolean {
  return state === 'sent_to_printer' && reasons.some(({ code }) => SEEN.includes(code))
}
