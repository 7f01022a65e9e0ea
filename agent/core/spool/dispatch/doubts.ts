// Labels in doubt while the agent runs: each is decided by its printer at once, or when that goes on after it had stopped.
//
// A printer that has stopped may hold the label, and counts it when it comes out. Nothing is sent meanwhile, so its counter
// speaks of this label alone; the labels behind it begin once it is decided.
import type { Doubt } from '../rules/doubt-rule.ts'
import { isStopped } from '../rules/route.ts'
import { judgeBreak, type JudgingParts } from './judging.ts'

/** Mostly there is one: no label is sent behind it. */
const KEPT = 20

export class Doubts {
  readonly #parts: () => JudgingParts
  /** Of labels that a stopped printer may hold, oldest first. */
  #waiting: readonly Doubt[] = []

  /** `parts`: asked each time, as a part of them hears of doubts itself. */
  constructor(parts: () => JudgingParts) {
    this.#parts = parts
  }

  /** No label begins until the printer has decided, or says that it has stopped. */
  judge(doubt: Doubt): void {
    const parts = this.#parts()
    parts.dispatcher.holds.add(judgeBreak(doubt, parts))
  }

  /** Until the printer goes on; of too many the oldest is left to a person. */
  keep(doubt: Doubt): void {
    this.#waiting = [...this.#waiting, { ...doubt, hasStopped: true }].slice(-KEPT)
  }

  /** Called before labels hear that the printer goes on, or that there is another one. */
  printerChanged(): void {
    const route = this.#parts().route()
    const ready = this.#waiting.filter(({ destination }) => !isStopped(route, destination))
    if (ready.length === 0) return
    this.#waiting = this.#waiting.filter((one) => !ready.includes(one))
    for (const doubt of ready) this.judge(doubt)
  }
}
