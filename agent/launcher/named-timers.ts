// Timers by name: a new one takes the place of the one before of its name.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

export class NamedTimers<Name extends string> {
  readonly #clock: Clock
  readonly #cancels = new Map<Name, Cancel>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  after(name: Name, delayMs: number, run: () => void): void {
    this.cancel(name)
    this.#cancels.set(name, this.#clock.after(delayMs, run))
  }

  /** Harmless when none of that name is set. */
  cancel(name: Name): void {
    this.#cancels.get(name)?.()
    this.#cancels.delete(name)
  }

  cancelAll(): void {
    for (const name of [...this.#cancels.keys()]) this.cancel(name)
  }
}
