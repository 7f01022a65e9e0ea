// A token bucket: so many per second, and as many at once after a quiet second.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

export class RateBucket {
  readonly #perSecond: number
  readonly #clock: Clock
  #tokens: number
  #filledAtMs: number

  constructor(parts: { readonly perSecond: number; readonly clock: Clock }) {
    this.#perSecond = parts.perSecond
    this.#clock = parts.clock
    this.#tokens = parts.perSecond
    this.#filledAtMs = parts.clock.monotonicMs()
  }

  /** True when so many more may pass now, all or none; more than a second's worth never do. */
  take(amount = 1): boolean {
    const nowMs = this.#clock.monotonicMs()
    const grown = ((nowMs - this.#filledAtMs) / 1_000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + grown)
    this.#filledAtMs = nowMs
    if (this.#tokens < amount) return false
    this.#tokens -= amount
    return true
  }
}
