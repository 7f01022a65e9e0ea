// Labels of a link that were refused and come again: what is behind them is refused as well, or it would overtake them.
//
//   1 refused · 2 behind · 3 behind · 1 again: what came before it, and is undecided, comes again behind it · 2 again · 3 again
// Their sender puts labels on a link in their order (sender/turns.ts): the first of them that comes again has no other one before it, and
// those before it that do not come are over. Places are counted per link, from 1 on.

/** More are never under way on a link: what is older is over, or went another way. */
const MOST = 64

export class RefusedForNow {
  readonly #ids = new Set<string>()
  /** The place of the first of them; null: there is none. */
  #first: number | null = null
  /** Where one of them came again last. */
  #beganAnew = 0

  /** A label comes. True: it is one of them, and the order begins anew with it. */
  came(id: string, place: number): boolean {
    if (!this.#ids.has(id)) return false
    this.#ids.clear()
    this.#first = null
    this.#beganAnew = place
    return true
  }

  add(id: string, place: number): void {
    if (place < this.#beganAnew) return
    this.#first = Math.min(this.#first ?? place, place)
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest)
  }

  /** A label that is not decided is refused as well. */
  isBehind(place: number): boolean {
    return place < this.#beganAnew || (this.#first !== null && place > this.#first)
  }
}
