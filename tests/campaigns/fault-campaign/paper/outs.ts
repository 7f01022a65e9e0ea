// What one time without paper came to: who said so meanwhile, and how long the labels took after the new roll. Pure.
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'

export interface SeenJob {
  readonly state: JobState
  readonly reasons: Reasons
  readonly acceptedAt: string
}

/** One time without paper. Wall clock, in ms. */
export interface PaperOut {
  readonly fromMs: number
  readonly rolledMs: number
  /** Labels of the PrinterComputer and the Client that had not left just before the new roll. */
  readonly waited: number
  /** Of these, without a word of the paper. */
  readonly silent: number
}

/** So long a label may take to say why it waits: its printer is asked every 3 to 5 s. */
export const TOLD_WITHIN_MS = 5_000
const ON_ITS_WAY: readonly JobState[] = ['accepted', 'waiting_for_printer', 'sending', 'forwarded']

/** Those that came before `sinceMs`, on the wall clock; `silent` ones do not say that the paper is out. */
export function waitingOf(jobs: readonly SeenJob[], sinceMs: number): Pick<PaperOut, 'waited' | 'silent'> {
  const waiting = jobs.filter(
    ({ state, acceptedAt }) => ON_ITS_WAY.includes(state) && Date.parse(acceptedAt) < sinceMs,
  )
  const silent = waiting.filter(({ reasons }) => !reasons.some(saysPaper))
  return { waited: waiting.length, silent: silent.length }
}

function saysPaper({ code, params }: Reasons[number]): boolean {
  return code === 'printer_condition' && params['condition'] === 'paper_out'
}

interface Way {
  readonly takenMs: number
  /** Null: it is not on paper. */
  readonly paperMs: number | null
}

/** From the new roll to the last label that was taken before it; null where none waited. One that never came is infinite. */
export function lastOutMs({ rolledMs }: Pick<PaperOut, 'rolledMs'>, labels: readonly Way[]): number | null {
  const waited = labels.filter(
    ({ takenMs, paperMs }) => takenMs <= rolledMs && (paperMs === null || paperMs >= rolledMs),
  )
  const after = waited.map(({ paperMs }) => (paperMs === null ? Infinity : paperMs - rolledMs))
  return after.length === 0 ? null : Math.max(...after)
}
