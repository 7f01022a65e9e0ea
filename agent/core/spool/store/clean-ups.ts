// When the spool lets go of what was kept long enough: every 10 minutes, and again soon while there is more.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

export interface CleanUpsParts {
  readonly clock: Clock
  readonly logger: Logger
  /** One bounded run; says whether there is more to remove. */
  readonly run: () => Promise<boolean>
}

export const CLEAN_UP_EVERY_MS = 600_000
const NEXT_RUN_MS = 1_000

export class CleanUps {
  readonly #parts: CleanUpsParts
  #cancel: Cancel = () => undefined
  #isStopped = false

  constructor(parts: CleanUpsParts) {
    this.#parts = parts
  }

  start(): void {
    this.#next(CLEAN_UP_EVERY_MS)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #next(delayMs: number): void {
    if (!this.#isStopped) this.#cancel = this.#parts.clock.after(delayMs, () => void this.#run())
  }

  async #run(): Promise<void> {
    let isMore = false
    try {
      isMore = await this.#parts.run()
    } catch (error) {
      if (!this.#isStopped) this.#parts.logger.error('spool.clean-up-failed', error)
    }
    this.#next(isMore ? NEXT_RUN_MS : CLEAN_UP_EVERY_MS)
  }
}
