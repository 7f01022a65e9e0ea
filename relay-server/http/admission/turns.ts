// Work of which one piece at most is begun in a turn of the event loop: whoever else shares the loop waits for one, not for all.

export class Turns {
  readonly #waiting: (() => void)[] = []
  #isPlanned = false

  /** `run` must not throw. As many wait as there are connections. */
  add(run: () => void): void {
    this.#waiting.push(run)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return
    this.#isPlanned = true
    setImmediate(() => {
      this.#isPlanned = false
      const run = this.#waiting.shift()
      this.#plan()
      run?.()
    })
  }
}
