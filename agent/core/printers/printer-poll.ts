// Asks one printer every now and then while nothing is printed, and keeps what it said last.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { afterPoll, BEFORE_FIRST_POLL, pollDelayMs, type PollOutcome } from '../status/poll-delay.ts'
import type { PrinterReading } from '../status/printer-reading.ts'
import type { StatusAnswer } from './status-query.ts'

export interface PrinterPollParts {
  /** Null when the printer may not be asked now: its language is not known, or labels wait for it. */
  readonly read: () => Promise<StatusAnswer | null>
  readonly clock: Clock
  /** Hears of every look that was taken, the printer's silence included. */
  readonly onLook: (state: PrinterState) => void
}

/** What is known of a printer at this moment. */
export interface PrinterState {
  /** What it said last; null before it ever answered. */
  readonly reading: PrinterReading | null
  /** As the newest look shows them; `not_answering` for a printer that answered before and is silent now. */
  readonly conditions: readonly PrinterCondition[]
  /** Looks in a row that it did not answer although it took the connection. */
  readonly unanswered: number
}

export class PrinterPoll {
  readonly #parts: PrinterPollParts
  #state: PrinterState = { reading: null, conditions: [], unanswered: 0 }
  #poll = BEFORE_FIRST_POLL
  #cancel: Cancel = () => undefined
  #isStopped = false

  constructor(parts: PrinterPollParts) {
    this.#parts = parts
  }

  /** The first look is taken at once. */
  start(): void {
    void this.#look()
  }

  state(): PrinterState {
    return this.#state
  }

  /** A look that is under way ends by itself within 3 s and is not told any more. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #look(): Promise<void> {
    const answer = await this.#parts.read()
    if (this.#isStopped) return
    this.#poll = afterPoll(this.#poll, outcomeOf(answer))
    this.#cancel = this.#parts.clock.after(pollDelayMs(this.#poll), () => void this.#look())
    if (answer === null || answer.kind === 'busy') return
    this.#state = stateAfter(this.#state, answer)
    this.#parts.onLook(this.#state)
  }
}

function outcomeOf(answer: StatusAnswer | null): PollOutcome {
  if (answer === null || answer.kind === 'busy') return 'not asked'
  return answer.kind === 'reading' ? answer.tookMs : 'silent'
}

/** Silence is a status: Zebra's printers do not answer while paper or ribbon is out or the head is open. */
export function stateAfter(
  before: PrinterState,
  answer: Exclude<StatusAnswer, { kind: 'busy' }>,
): PrinterState {
  if (answer.kind === 'reading')
    return { reading: answer.reading, conditions: answer.reading.conditions, unanswered: 0 }
  const { reading } = before
  if (answer.kind === 'unreachable') return { ...before, conditions: [] }
  return {
    reading,
    conditions: reading === null ? [] : ['not_answering'],
    unanswered: before.unanswered + 1,
  }
}
