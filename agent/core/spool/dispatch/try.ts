// One try to bring a label to its destination, as the dispatcher sees it, whichever destination that is.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Ledger } from '../ledger.ts'
import type { Doubt } from '../rules/doubt-rule.ts'
import type { ComputerRoute } from '../rules/forwarding.ts'
import type { PrinterRoute } from '../rules/route.ts'
import type { JobChange, JobRow, SpoolStore } from '../store/spool-store.ts'
import type { WaitingJob } from './queue.ts'

/** What a try works with. */
export interface TryParts {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload' | 'progress'>
  readonly clock: Clock
  readonly logger: Logger
  /** The agent stops. */
  readonly signal: AbortSignal
}

export interface Try {
  /** Null: it is being accepted. */
  readonly job: WaitingJob | null
  readonly to: PrinterRoute | ComputerRoute
  /** Never rejects. */
  readonly run: () => Promise<Outcome>
}

/** It may be ended before its time; a label that is being printed is finished. */
export interface ForwardTry extends Try {
  readonly job: WaitingJob
  readonly to: ComputerRoute
  /** Bytes of it may have left, in this try or one before: nobody takes it back. */
  readonly mayBeThere: boolean
  /** As mayBeThere, or the disk is being told that bytes may leave: what it is told next must not end the try. */
  readonly isLeaving: boolean
  /** The route changed, the agent stops, or somebody wants it back. */
  readonly isBrokenOff: boolean
  readonly breakOff: () => void
  /** What the other computer said of it before its answer was here. */
  news: RemoteState | null
}

/** `row`: as the label stood when it ended; `pauseMs`: before the next one begins there, 0 where nothing speaks against it. */
export type Outcome = { readonly pauseMs: number } & (
  | {
      readonly kind: 'over'
      readonly row: JobRow
      readonly change: JobChange
      /** Its printer is to be asked about it. */
      readonly doubt: Doubt | null
      /** How it stood at the computer that took it; null where nothing is told. */
      readonly now: RemoteState | null
    }
  | {
      readonly kind: 'again'
      readonly row: JobRow
      /** Null: the disk says the right thing. */
      readonly change: JobChange | null
      /** It may be at that computer, and goes to no other one. */
      readonly isDoubted: boolean
    }
  /** It was not accepted. */
  | { readonly kind: 'refused' }
)
