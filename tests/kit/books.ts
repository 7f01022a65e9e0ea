// What is known of the labels of a campaign: what senders handed in, what both spools say, what is on the roll.
import type { Evidence, JobState } from '@pharmacy-relay/shared/print-job.ts'
import type { AgentName } from './pharmacy.ts'
import type { RollLabel } from './printer.ts'
import type { Sent } from './sender.ts'

/** A job as its agent shows it. */
export interface SpoolJob {
  readonly n: number
  readonly state: JobState
  readonly bytes: number
  readonly reason: string
  /** What is known to prove it; left out where nobody looks at it. */
  readonly evidence?: Evidence | null
  /** Of a label that was forwarded: which way its answer came. */
  readonly carrier?: 'lan' | 'hub' | null
  /** What people had to do with it; left out where nobody answers anything. */
  readonly answer?: {
    readonly id: string
    readonly isAnswered: boolean
    readonly reprint: { readonly of: string; readonly count: number; readonly isMarked: boolean } | null
  }
}

export interface HandedIn extends Sent {
  readonly at: AgentName
  /** Which label program, from 0: it sends one label after the other. */
  readonly sender: number
}

export interface Books {
  readonly sent: readonly HandedIn[]
  readonly client: readonly SpoolJob[]
  readonly printer: readonly SpoolJob[]
  readonly roll: readonly Omit<RollLabel, 'atMs'>[]
}

/** What is wrong with one label, with all that is known about it; `words` are for a person. */
export interface Finding {
  readonly serial: number
  readonly text: string
}
