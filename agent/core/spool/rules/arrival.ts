// What arrives at the spool, and whether it may be printed without asking a person.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'

/** What a scanner finds of a payload that is not complete, or that it cannot check. */
export type IncompleteCode =
  | 'cut_label'
  | 'cut_data'
  | 'cut_command'
  | 'cut_binary'
  | 'cut_line'
  | 'cut_unprinted'
  | 'not_checked'
  | 'no_end_mark'

export interface Arrival {
  /** Of its job, where whoever hands it over may do so again; left out, it is a job of its own. */
  readonly id?: string
  readonly payload: Uint8Array
  readonly sender: string
  /** `asked`: a person or program of this computer handed over the whole payload at once. */
  readonly endedBy: 'fin' | 'idle' | 'reset' | 'asked'
  readonly verdict: {
    readonly language: PrintJob['language']
    /** Null: not checked. */
    readonly isComplete: boolean | null
    /** Why it is not complete, or was not checked; null when it is complete. */
    readonly reason: IncompleteCode | null
    /** Labels that it makes (copiesOf); left out: to be counted. */
    readonly copies?: number
  }
}

const ENDS = {
  fin: 'sender_closed',
  idle: 'sender_silent',
  reset: 'sender_broke',
  asked: 'handed_over',
} as const

/** Why it must wait for a person; null when it may be printed. */
export function reasonsToHold({ endedBy, verdict }: Arrival): Reasons | null {
  const isWhole = verdict.isComplete === null && (endedBy === 'fin' || endedBy === 'asked')
  if (verdict.reason === null || isWhole) return null
  return [reason(verdict.reason, {}), reason(ENDS[endedBy], {})]
}
