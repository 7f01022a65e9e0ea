// Who was turned away before a link began, in the log: enough to find a computer that nobody trusts, and never more lines
// than somebody reads, whoever knocks and however often.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'

const LINES = 10
const PER_MS = 60_000
/** Of 64 digits; enough to tell certificates apart. */
const PREFIX_LETTERS = 16

export interface LinkRefused {
  readonly why: string
  /** Null when it is not known: behind the hub. */
  readonly address: string | null
  /** Of the certificate, where one was shown. */
  readonly fingerprint?: string
}

export class RefusalLog {
  readonly #clock: Clock
  readonly #logger: Logger
  #sinceMs = Number.NEGATIVE_INFINITY
  #lines = 0
  #leftOut = 0

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Logger }) {
    this.#clock = clock
    this.#logger = logger
  }

  add({ why, address, fingerprint }: LinkRefused): void {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - this.#sinceMs >= PER_MS) {
      this.#sinceMs = nowMs
      this.#lines = 0
    }
    if (this.#lines >= LINES) {
      this.#leftOut += 1
      return
    }
    this.#lines += 1
    const leftOut = this.#leftOut === 0 ? {} : { leftOutBefore: this.#leftOut }
    this.#leftOut = 0
    this.#logger.warn('link.refused', {
      why,
      address,
      certificate: fingerprint?.slice(0, PREFIX_LETTERS),
      ...leftOut,
    })
  }
}
