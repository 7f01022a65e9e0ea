// Requests that wait for a word: a workplace for its next scan, a scanner for its workplace to take one.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

export interface Wait {
  /** Settles at the word, after the time, or at `cancel`. */
  readonly over: Promise<void>
  cancel(): void
}

export class Waiting {
  readonly #clock: Clock
  readonly #waits = new Map<string, Set<() => void>>()
  #size = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#size
  }

  /** Begun before the database is asked, so that no word in between is missed. */
  wait(key: string, ms: number): Wait {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waits = this.#waits.get(key) ?? new Set()
    this.#waits.set(key, waits)
    this.#size += 1
    const end = (): void => {
      if (!waits.delete(end)) return
      this.#size -= 1
      if (waits.size === 0 && this.#waits.get(key) === waits) this.#waits.delete(key)
      stopTimer()
      resolve()
    }
    const stopTimer = this.#clock.after(ms, end)
    waits.add(end)
    return { over: promise, cancel: end }
  }

  say(key: string): void {
    for (const end of [...(this.#waits.get(key) ?? [])]) end()
  }

  /** A word may have been missed, or the program stops. */
  sayToAll(): void {
    for (const key of [...this.#waits.keys()]) this.say(key)
  }
}
