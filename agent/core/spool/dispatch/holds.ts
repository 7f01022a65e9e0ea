// Why no label begins for a while: each reason ends when what it waits for has settled.

export class Holds {
  readonly #onEnd: () => void
  readonly #holds = new Set<Promise<void>>()

  /** `onEnd`: one has ended. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get isEmpty(): boolean {
    return this.#holds.size === 0
  }

  add(until: Promise<unknown>): void {
    const held = Promise.allSettled([until]).then(() => {
      this.#holds.delete(held)
      this.#onEnd()
    })
    this.#holds.add(held)
  }

  /** Resolves once those of now have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#holds)
  }
}
