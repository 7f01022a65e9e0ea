// A clock that stands still until a test steps it; timers due on the way run in order of their time.
import type { Clock } from '../core/clock.ts'

interface Due {
  readonly atMs: number
  readonly run: () => void
}

export class SteppedClock implements Clock {
  #nowMs = 0
  readonly #due = new Set<Due>()

  wallMs(): number {
    return Date.UTC(2026, 10, 20, 9) + this.#nowMs
  }

  monotonicMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, run: () => void): () => void {
    const due = { atMs: this.#nowMs + delayMs, run }
    this.#due.add(due)
    return () => void this.#due.delete(due)
  }

  /** Milliseconds until the next timer, or null when none is set. */
  nextInMs(): number | null {
    const next = this.#next()
    return next === null ? null : next.atMs - this.#nowMs
  }

  stepMs(ms: number): void {
    const endMs = this.#nowMs + ms
    for (let next = this.#next(); next !== null && next.atMs <= endMs; next = this.#next()) {
      this.#due.delete(next)
      this.#nowMs = next.atMs
      next.run()
    }
    this.#nowMs = endMs
  }

  #next(): Due | null {
    const [first] = [...this.#due].sort((a, b) => a.atMs - b.atMs)
    return first ?? null
  }
}
