// When the next batch leaves: at once for what somebody waits for, a little later for heartbeats, and after a pause when one failed.
import type { RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'

/**
 * So long a heartbeat waits at most for others, in ms. Nobody waits for its answer, and what a batch costs is mostly the
 * batch: 10,000 devices at rest took 41 % of a core of the store API when each went as it came, and take 4 %.
 */
export const HEARTBEATS_TOGETHER_MS = 250
const BACKOFF = { firstMs: 100, lastMs: 5_000 }

export interface DepartureParts {
  readonly clock: Clock
  readonly random: Random
  /** So many do not wait for more. */
  readonly fullBatch: number
  /** Sends what may be sent; answers whether something had to stay behind. Never within the call that asks for it. */
  readonly leave: () => boolean
}

export class Departure {
  readonly #parts: DepartureParts
  #isDue = false
  #isPlanned = false
  #failuresInARow = 0
  #cancelBackoff: (() => void) | null = null
  #cancelTogether: (() => void) | null = null
  #isStopped = false

  constructor(parts: DepartureParts) {
    this.#parts = parts
  }

  get failuresInARow(): number {
    return this.#failuresInARow
  }

  /** An operation entered; `waiting`: how many there are with it. */
  entered(kind: RegistryOperation['kind'], waiting: number): void {
    if (kind === 'nudge' && waiting < this.#parts.fullBatch) this.#planTogether()
    else this.#now()
  }

  /** A batch came back, and there is room for the next; `failed`: something of it has to be sent again. */
  returned(failed: boolean): void {
    this.#failuresInARow = failed ? this.#failuresInARow + 1 : 0
    if (failed) this.#backOff()
    else this.#plan()
  }

  /** Nothing leaves any more. */
  stop(): void {
    this.#isStopped = true
    this.#cancelBackoff?.()
    this.#cancelTogether?.()
  }

  #now(): void {
    this.#isDue = true
    this.#plan()
  }

  #planTogether(): void {
    this.#cancelTogether ??= this.#parts.clock.after(HEARTBEATS_TOGETHER_MS, () => {
      this.#cancelTogether = null
      this.#now()
    })
  }

  #backOff(): void {
    this.#isDue = true
    if (this.#isStopped || this.#cancelBackoff !== null) return
    const { clock, random } = this.#parts
    const delayMs = backoffMs(this.#failuresInARow, BACKOFF, random.fraction())
    this.#cancelBackoff = clock.after(delayMs, () => {
      this.#cancelBackoff = null
      this.#plan()
    })
  }

  #mayLeave(): boolean {
    return this.#isDue && !this.#isStopped && this.#cancelBackoff === null
  }

  // Not at once: what the same turn of the event loop brings travels in the same batch.
  #plan(): void {
    if (this.#isPlanned || !this.#mayLeave()) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      if (this.#mayLeave()) this.#isDue = this.#parts.leave()
    })
  }
}
