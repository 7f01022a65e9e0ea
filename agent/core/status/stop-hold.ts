// A printer that says that it has stopped keeps the label until somebody has put it right: the talk behind the label goes on for as
// long as it says so, and for a day at most.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'

/** How often `next` of a talk behind a label is called, in ms. */
export const EVERY_MS = 500
/** Asked every 3 s, and believed until it left three questions without an answer. */
const STOPPED = { everyRounds: 6, unanswered: 3, rounds: (24 * 3_600_000) / EVERY_MS }

export class StopHold {
  #stops: readonly PrinterCondition[] = []
  #sinceQuestion = 0
  /** Questions without an answer, and all rounds, while it has stopped. */
  #unanswered = 0
  #rounds = 0

  /** Why it has stopped, as it said last; empty while it goes on. */
  stops(): readonly PrinterCondition[] {
    return this.#stops
  }

  heard(stops: readonly PrinterCondition[]): void {
    this.#stops = stops
  }

  asked(): void {
    this.#sinceQuestion = 0
  }

  isHeld(): boolean {
    return this.#stops.length > 0 && this.#unanswered < STOPPED.unanswered && this.#rounds < STOPPED.rounds
  }

  /** Of a round while it is held; `isAnswered`: the last question was. */
  next(isAnswered: boolean): 'ask' | 'wait' | 'end' {
    this.#rounds += 1
    this.#sinceQuestion += 1
    if (isAnswered) this.#unanswered = 0
    if (this.#sinceQuestion < STOPPED.everyRounds) return 'wait'
    if (!isAnswered) this.#unanswered += 1
    return this.isHeld() ? 'ask' : 'end'
  }
}
