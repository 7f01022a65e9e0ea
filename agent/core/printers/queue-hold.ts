// A label that a queue of the system hands to its printer while the queue says what stops it: it is waited for until that ends.
//
// What a queue says is as old as the job that brought it, so it counts only of the label that is being handed over, whose
// back end renews it. Its time in the queue begins anew when the printer goes on.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'

/** What somebody puts right at the printer. What is away, switched off or in an error without a name may be anything else. */
const HOLDING: readonly PrinterCondition[] = [
  'paused',
  'paper_out',
  'ribbon_out',
  'head_open',
  'paper_jam',
  'cutter_jam',
]
/** With one of these, the rest may be an old tale. */
const AWAY: readonly PrinterCondition[] = ['unreachable', 'queue_stopped']
/** As long as a printer on the network is believed. */
const LONGEST_MS = 24 * 3_600_000

export interface QueueHoldParts {
  /** Monotonic, when the label was handed to the queue. */
  readonly startMs: number
  /** Hears of every change. */
  readonly onHeld: ((stops: readonly PrinterCondition[]) => void) | undefined
}

export class QueueHold {
  readonly #parts: QueueHoldParts
  #sinceMs: number
  #stops: readonly PrinterCondition[] = []

  constructor(parts: QueueHoldParts) {
    this.#parts = parts
    this.#sinceMs = parts.startMs
  }

  /** What the queue says while the label is being handed over; null: it did not answer, and what it said last stays. */
  heard(conditions: readonly PrinterCondition[] | null, nowMs: number): void {
    if (conditions === null) return
    const stops = nowMs - this.#parts.startMs < LONGEST_MS ? holdingOf(conditions) : []
    if (stops.length > 0) this.#sinceMs = nowMs
    if (stops.join() === this.#stops.join()) return
    this.#stops = stops
    this.#parts.onHeld?.(stops)
  }

  /** It had `limitMs` of a printer that goes on. */
  isOver(limitMs: number, nowMs: number): boolean {
    return nowMs - this.#sinceMs >= limitMs
  }
}

function holdingOf(conditions: readonly PrinterCondition[]): PrinterCondition[] {
  if (conditions.some((condition) => AWAY.includes(condition))) return []
  return conditions.filter((condition) => HOLDING.includes(condition))
}
