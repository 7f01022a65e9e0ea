// Sees that the wall clock jumped while labels waited, and has each of them say that it does not expire by itself any more.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { JUMP_WORDS, jumpMs, type ClockPair } from './expiry.ts'
import type { Ledger } from './ledger.ts'
import type { WaitingRow } from './waiting-row.ts'

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
  look(row: WaitingRow): void {
    const { ledger, logger } = this.#parts
    const now = this.#now()
    const moved = jumpMs(this.#clocks, now)
    this.#clocks = now
    if (moved === 0) return
    logger.warn('spool.clock-jumped', { movedMs: moved, labels: row.size })
    for (const job of row.all()) {
      job.sawJump = true
      ledger
        .change(job.row, { state: job.row.state, reason: JUMP_WORDS })
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
