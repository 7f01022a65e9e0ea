// The label that was drawn last: what was shown to the pharmacist is printed without being drawn again.
import { isDeepStrictEqual } from 'node:util'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

/** A label that is looked at longer is drawn again. */
const KEEP_MS = 300_000

interface Kept<Order, Drawn> {
  readonly order: Order
  readonly drawn: Drawn
  readonly cancel: Cancel
}

/** Patient data, in this program's memory alone: one label, for 5 minutes, or until it is forgotten. */
export class LastDrawn<Order, Drawn> {
  readonly #clock: Clock
  #kept: Kept<Order, Drawn> | null = null
  #forgotten = 0

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  /** What `draw` gives, unless it was drawn last. What was forgotten while it was drawn is not kept. */
  async ofOr(order: Order, draw: () => Promise<Drawn>): Promise<Drawn> {
    const before = this.#forgotten
    const kept = this.#kept
    const drawn = kept !== null && isDeepStrictEqual(kept.order, order) ? kept.drawn : await draw()
    if (before === this.#forgotten) this.#keep(order, drawn)
    return drawn
  }

  forget(): void {
    this.#forgotten += 1
    this.#drop()
  }

  #keep(order: Order, drawn: Drawn): void {
    this.#drop()
    this.#kept = { order, drawn, cancel: this.#clock.after(KEEP_MS, () => this.#drop()) }
  }

  #drop(): void {
    this.#kept?.cancel()
    this.#kept = null
  }
}
