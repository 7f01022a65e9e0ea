// What arrives at the spool, and whether it may be printed without asking a person.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'

export interface Arrival {
  readonly payload: Uint8Array
  readonly sender: string
  /** `asked`: a person or program of this computer handed over the whole payload at once. */
  readonly endedBy: 'fin' | 'idle' | 'reset' | 'asked'
  readonly verdict: {
    readonly language: PrintJob['language']
    /** Null: not checked. */
    readonly isComplete: boolean | null
    readonly reason: string
  }
}

const END_WORDS = {
  fin: 'its sender closed the connection',
  idle: 'its sender fell silent',
  reset: 'its sender broke off',
  asked: 'it was handed over',
} as const

/** Why it must wait for a person, in words; null when it may be printed. */
export function reasonToHold({ endedBy, verdict }: Arrival): string | null {
  if (verdict.isComplete === true) return null
  if (verdict.isComplete === false) return `the label ${verdict.reason}, and ${END_WORDS[endedBy]}`
  return endedBy === 'fin' || endedBy === 'asked' ? null : `${verdict.reason}, and ${END_WORDS[endedBy]}`
}
