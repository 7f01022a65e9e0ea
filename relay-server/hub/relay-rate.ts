// How much one device may send its peers, and why a refusal lasts: what was sent behind a refused message must not
// overtake it, because the device sends that one again.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { RateBucket } from './rate-bucket.ts'
import type { HubSettings } from './settings.ts'

type Rates = Pick<HubSettings, 'relayMessagesPerSecond' | 'relayBytesPerSecond' | 'relayPauseMs'>

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
