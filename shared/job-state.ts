// The states of a print job in the words that stand everywhere, without zod: see problem-error.ts.

/** Each state with its words for people. Nothing is called printed before the printer confirmed it. */
export const JOB_STATES = {
  accepted: 'accepted',
  forwarded: 'forwarded',
  sending: 'sending',
  sent_to_printer: 'sent to printer',
  printed: 'printed (confirmed by printer)',
  waiting_for_printer: 'waiting for printer',
  held: 'held',
  unknown: 'unknown: please check',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  /** A state of a later version: never taken for an end. */
  other: 'something this version does not know',
} as const
export type JobState = keyof typeof JOB_STATES
export const jobStates = Object.keys(JOB_STATES) as [JobState, ...JobState[]]
