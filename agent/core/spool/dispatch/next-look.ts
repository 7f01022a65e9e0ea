// When the dispatcher looks at its queue next: soon, once for all that asks for it at one moment, or after a time.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

export class NextLook {
  readonly #clock: Clock
  readonly #look: () => void
  #cancel: Cancel = () => undefined
  #isSoon = false

  constructor(clock: Clock, look: () => void) {
    this.#clock = clock
    this.#look = () => {
      this.#isSoon = false
      look()
    }
  }

  soon(): void {
    if (!this.#isSoon) queueMicrotask(this.#look)
    this.#isSoon = true
  }

  /** In place of the one before. Infinity: not by itself. */
  within(ms: number): void {
    this.#cancel()
    if (ms !== Infinity) this.#cancel = this.#clock.after(ms, () => this.soon())
  }
}
