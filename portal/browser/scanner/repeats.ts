// A code that stays before the camera is one scan, however often it is seen.

/** Out of the picture for so long, it is meant once more when it comes back, in ms. */
const AWAY_MS = 1_500

export class Repeats {
  #last: string | null = null
  #seenMs = 0

  /** The code to send of those in a picture; null for none. `nowMs`: monotonic. */
  freshOf(codes: readonly string[], nowMs: number): string | null {
    if (this.#last !== null && codes.includes(this.#last)) {
      const wasAway = nowMs - this.#seenMs > AWAY_MS
      this.#seenMs = nowMs
      return wasAway ? this.#last : null
    }
    const [fresh = null] = codes
    if (fresh === null) return null
    this.#last = fresh
    this.#seenMs = nowMs
    return fresh
  }
}
