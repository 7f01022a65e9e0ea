// Work of which one piece at most is begun in a turn of the event loop: whoever else shares the loop waits for one, not for all.

/** What one browser asks for at once waits for nothing else. */
const CROWD = 16
const GAP_MS = 1

export class Turns {
  readonly #hasGaps: boolean
  readonly #waiting: (() => void)[] = []
  #isPlanned = false

  /** `hasGaps`: of more than 16 pieces that wait one begins each millisecond, which is too slow for what may come faster than that. */
  constructor({ hasGaps }: { readonly hasGaps: boolean }) {
    this.#hasGaps = hasGaps
  }

  /** `run` must not throw. As many wait as there are connections. */
  add(run: () => void): void {
    this.#waiting.push(run)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return
    this.#isPlanned = true
    // What is relayed passes the loop several times: a page in each turn, for as long as a hundred of them take, would slow it fourfold.
    if (this.#hasGaps && this.#waiting.length > CROWD) setTimeout(() => this.#next(), GAP_MS)
    else setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isPlanned = false
    const run = this.#waiting.shift()
    this.#plan()
    run?.()
  }
}
