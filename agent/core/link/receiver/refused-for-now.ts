// Labels of a link that were refused and come again: what is behind them is refused as well, or it would overtake them.
//
// Their sender puts labels on a link in their order (sender/turns.ts): the first of them that comes again has no other one before it, and
// those before it that do not come are over.

/** More are never under way on a link. */
const MOST = 64

export class RefusedForNow {
  readonly #ids = new Set<string>()

  /** A label that comes now is behind one of them. */
  get isAny(): boolean {
    return this.#ids.size > 0
  }

  add(id: string): void {
    if (this.#ids.size < MOST) this.#ids.add(id)
  }

  /** A label comes: one of them, and their order begins anew with it. */
  came(id: string): void {
    if (this.#ids.has(id)) this.#ids.clear()
  }
}
