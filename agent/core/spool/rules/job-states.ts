// Which change of a job is allowed from which state; every change of the spool passes here.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'

/**
 * Every allowed change. A state may follow itself where only its reason changes. Three come from evidence or a person
 * alone: out of `unknown`, out of `held`, and `expired` to `accepted`. What waits is held when its computer moves.
 */
const NEXT: Readonly<Record<JobState, readonly JobState[]>> = {
  accepted: ['accepted', 'sending', 'waiting_for_printer', 'held', 'cancelled', 'expired'],
  waiting_for_printer: ['waiting_for_printer', 'sending', 'held', 'cancelled', 'expired'],
  sending: [
    'sending',
    'forwarded',
    'sent_to_printer',
    'printed',
    'waiting_for_printer',
    'unknown',
    'failed',
    'expired',
  ],
  held: ['accepted', 'cancelled'],
  unknown: ['unknown', 'waiting_for_printer', 'printed', 'sent_to_printer', 'failed'],
  expired: ['accepted'],
  forwarded: [],
  sent_to_printer: ['printed'],
  printed: [],
  failed: [],
  cancelled: [],
  other: [],
}

/**
 * What news of the computer that has the label may change here. Nothing that a person said, and no label back into the
 * hands of this computer: under way there, it is forwarded here.
 */
const NEXT_BY_NEWS: Readonly<Partial<Record<JobState, readonly JobState[]>>> = {
  forwarded: ['forwarded', 'sent_to_printer', 'printed', 'unknown', 'failed', 'cancelled', 'expired'],
  // Its printer was asked again, or somebody there answered; a label in doubt here turned out to be there.
  unknown: ['unknown', 'forwarded', 'sent_to_printer', 'printed', 'failed', 'cancelled', 'expired'],
  // Somebody there printed it after all.
  expired: ['forwarded', 'sent_to_printer', 'printed', 'unknown', 'failed', 'cancelled'],
  sent_to_printer: ['printed'],
}

/**
 * What the word of that computer may change once a person said what became of the label, there or here: whatever it is, both
 * say the same in the end. A label that is under way here is not there.
 */
const OPEN_TO_WORD: readonly JobState[] = ['forwarded', 'unknown', 'expired', 'sent_to_printer', 'failed']

export function isAllowedByWord(from: JobState, to: JobState): boolean {
  const isKnownThere = NEXT_BY_NEWS.unknown?.includes(to) === true
  return (OPEN_TO_WORD.includes(from) && isKnownThere) || isAllowedByNews(from, to)
}

export function isAllowedByNews(from: JobState, to: JobState): boolean {
  return NEXT_BY_NEWS[from]?.includes(to) === true
}

export function isAllowed(from: JobState, to: JobState): boolean {
  return NEXT[from].includes(to)
}

/** The first state of a job. */
export function isFirst(state: JobState): boolean {
  return state === 'accepted' || state === 'held'
}

/** It goes on by itself; every other state waits for a person or is an end. */
export function isUnderWay(state: JobState): boolean {
  return state === 'accepted' || state === 'waiting_for_printer' || state === 'sending'
}

/** It came out or was handed over, as far as this computer knows. */
export function hasLeft(state: JobState): boolean {
  return state === 'sent_to_printer' || state === 'forwarded' || state === 'printed'
}

/** Somebody should look at it. */
export function needsAPerson(state: JobState): boolean {
  return state === 'held' || state === 'unknown' || state === 'failed' || state === 'expired'
}
