// A clock that stands still until a test steps it; timers due on the way run in order of their time.
import type { Clock } from '../clock.ts'

interface Due {
  readonly atMs: number
  readonly run: () => void
}

export class SteppedClock implements Clock {
  readonly #startedMs: number
  #nowMs = 0
  readonly #due = new Set<Due>()

  /** `wallMs`: the Unix time at which it stands first. */
  constructor(wallMs = Date.UTC(2026, 10, 20, 9)) {
    this.#startedMs = wallMs
  }

  wallMs(): number {
    return this.#startedMs + this.#nowMs
  }

  monotonicMs(): number {
    return this.#nowMs
  }

  after(delayMs: number, run: () => void): () => void {
    const due = { atMs: this.#nowMs + delayMs, run }
    this.#due.add(due)
    return () => void this.#due.delete(due)
  }

  /** Timers that have neither run nor been cancelled. */
  pending(): number {
    return this.#due.size
  }

  /** Milliseconds until the next timer, or null when none is set. */
  nextInMs(): number | null {
    const next = this.#next()
    return next === null ? null : next.atMs - this.#nowMs
  }

  /** Moves time on; a timer that falls due sees the clock at its own time. */
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
    const [first] = [...this.#due].toSorted((a, b) => a.atMs - b.atMs)
    return first ?? null
  }
}
