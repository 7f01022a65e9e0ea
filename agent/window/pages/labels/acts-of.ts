// What a person can do with a label in each state. Pure.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'

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
} as const satisfies Record<JobState, readonly Act[]>

/** What was on it may be gone: then it cannot be printed any more, and nothing else is left to do. */
export function actsOf(state: JobState, isPayloadKept: boolean): readonly Act[] {
  const acts: readonly Act[] = ACTS[state]
  return isPayloadKept ? acts : acts.filter((act) => act === 'came' || act === 'cancel')
}

/** It does not go on before somebody decides. */
export function isForPerson(state: JobState): boolean {
  return state === 'unknown' || state === 'held'
}
