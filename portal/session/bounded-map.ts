// A map that forgets: entries end by themselves, and beyond the limit the oldest goes first.

export class BoundedMap<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly untilMs: number }>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
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

  set(key: string, value: V, untilMs: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, untilMs })
    if (this.#entries.size <= this.#limit) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
