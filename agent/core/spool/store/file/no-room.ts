// Labels of another computer that found no room: those behind them find none either until one comes that is the first of all, or a small
// one would overtake a large one. In the order of what the thread was asked, so that what was on its way here meanwhile is behind them too.
//
// Own labels are not held back: a program that was refused does not send its label again by itself.
import type { AcceptOperation, Outcome } from '../operations.ts'

export class NoRoom {
  /** By the device key of the computer, which are 64 at most (LINK_LIMITS.links): what the last one was told. */
  readonly #told = new Map<string, Outcome>()

  /** What a label behind one that found none is told; null: it is behind none. */
  behind({ columns: { origin }, goesFirst }: AcceptOperation): Outcome | null {
    if (typeof origin !== 'string') return null
    if (goesFirst) this.#told.delete(origin)
    return this.#told.get(origin) ?? null
  }

  found({ columns: { origin } }: AcceptOperation, outcome: Outcome): void {
    if (typeof origin === 'string') this.#told.set(origin, outcome)
  }
}
