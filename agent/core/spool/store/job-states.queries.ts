// Which states are no end, as SQL needs them.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'

const WAITING_STATES: readonly JobState[] = ['accepted', 'waiting_for_printer', 'sending']

/** The partial indexes of the schema are used only when a statement repeats their condition. */
export const IS_WAITING = `state IN ('accepted', 'waiting_for_printer', 'sending')`
export const IS_OVER = `state NOT IN ('accepted', 'waiting_for_printer', 'sending')`

/** Every other state is an end, until a person decides otherwise. */
export function isWaiting(state: JobState): boolean {
  return WAITING_STATES.includes(state)
}
