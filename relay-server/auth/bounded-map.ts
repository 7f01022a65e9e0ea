// A map that forgets: entries end by themselves, and beyond the limit the oldest goes first.

export interface Lasting {
  readonly nowMs: number
  readonly forMs: number
}

/**
 * Holds `limit` entries at most. What is over goes with the next entry that comes, once all that came before it are over: where all
 * last equally long, nothing stays longer than that while others come. Every time is of one clock, in ms.
 */
export class BoundedMap<V> {
  // In the order in which they came.
  readonly #entries = new Map<string, { readonly value: V; readonly untilMs: number }>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Held, what is over and has not gone yet included. */
  get size(): number {
    return this.#entries.size
  }

  /** The value while it lasts; undefined afterwards. */
  get(key: string, nowMs: number): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || entry.untilMs > nowMs) return entry?.value
    this.#entries.delete(key)
    return undefined
  }

  /** What lasts still. */
  values(nowMs: number): V[] {
    return [...this.#entries.values()].filter(({ untilMs }) => untilMs > nowMs).map(({ value }) => value)
  }

  set(key: string, value: V, { nowMs, forMs }: Lasting): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, untilMs: nowMs + forMs })
    for (const [oldest, { untilMs }] of this.#entries) {
      if (untilMs > nowMs && this.#entries.size <= this.#limit) return
      this.#entries.delete(oldest)
    }
  }
}
