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

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  /** Null: another one was drawn last, or none. */
  of(order: Order): Drawn | null {
    return this.#kept !== null && isDeepStrictEqual(this.#kept.order, order) ? this.#kept.drawn : null
  }

  keep(order: Order, drawn: Drawn): void {
    this.forget()
    const cancel = this.#clock.after(KEEP_MS, () => this.forget())
    this.#kept = { order, drawn, cancel }
  }

  forget(): void {
    this.#kept?.cancel()
    this.#kept = null
  }
}
