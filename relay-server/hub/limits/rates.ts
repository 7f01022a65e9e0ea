// How much passes in a second: a token bucket, and the two of what one device may send its peers.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { HubSettings } from './settings.ts'

/** So many per second, and as many at once after a quiet second. */
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

  /** True when so many more may pass now, all or none, and `kept` are left then; more than a second's worth never do. */
  take(amount = 1, kept = 0): boolean {
    const nowMs = this.#clock.monotonicMs()
    const grown = ((nowMs - this.#filledAtMs) / 1_000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + grown)
    this.#filledAtMs = nowMs
    if (this.#tokens < amount + kept) return false
    this.#tokens -= amount
    return true
  }
}

type Rates = Pick<HubSettings, 'relayMessagesPerSecond' | 'relayBytesPerSecond' | 'relayPauseMs'>

/**
 * What one device may send its peers. A refusal lasts: what was sent behind a refused message must not overtake it, because the
 * device sends that one again.
 */
export class RelayRate {
  readonly #clock: Clock
  readonly #pauseMs: number
  readonly #messages: RateBucket
  readonly #bytes: RateBucket
  #closedUntilMs = 0

  constructor({ relayMessagesPerSecond, relayBytesPerSecond, relayPauseMs }: Rates, clock: Clock) {
    this.#clock = clock
    this.#pauseMs = relayPauseMs
    this.#messages = new RateBucket({ perSecond: relayMessagesPerSecond, clock })
    this.#bytes = new RateBucket({ perSecond: relayBytesPerSecond, clock })
  }

  /** True when one message of so many bytes may pass now. */
  take(byteCount: number): boolean {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs < this.#closedUntilMs) return false
    if (this.#messages.take() && this.#bytes.take(byteCount)) return true
    this.#closedUntilMs = nowMs + this.#pauseMs
    return false
  }
}
