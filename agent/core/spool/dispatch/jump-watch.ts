// Sees that the wall clock jumped while labels waited, and has each of them say that it does not expire by itself any more.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { CLOCK_JUMPED, jumpMs, type ClockPair } from '../rules/expiry.ts'
import type { Ledger } from '../ledger.ts'
import type { Queue } from './queue.ts'

export interface JumpWatchParts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly logger: Logger
}

export class JumpWatch {
  readonly #parts: JumpWatchParts
  #clocks: ClockPair

  constructor(parts: JumpWatchParts) {
    this.#parts = parts
    this.#clocks = this.#now()
  }

  /** The step that each label gets keeps it so across a restart. */
  look(queue: Queue): void {
    const { ledger, logger } = this.#parts
    const now = this.#now()
    const moved = jumpMs(this.#clocks, now)
    this.#clocks = now
    if (moved === 0) return
    logger.warn('spool.clock-jumped', { movedMs: moved, labels: queue.size })
    for (const job of queue.all()) {
      job.sawJump = true
      ledger
        .change(job.row, { state: job.row.state, reasons: [CLOCK_JUMPED] })
        .then((changed) => {
          if (job.row.state === changed.state) job.row = changed
        })
        .catch((error: unknown) => logger.error('spool.reason-not-kept', error, { job: job.row.id }))
    }
  }

  #now(): ClockPair {
    const { clock } = this.#parts
    return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
  }
}
