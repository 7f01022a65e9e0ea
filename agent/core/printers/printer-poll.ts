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
  /** Hears of everything that the printer let know, its silence included. */
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

export const NOTHING_SEEN: PrinterState = { reading: null, conditions: [], unanswered: 0 }
/** Of a look that somebody wants soon: behind what just happened, and not for each of many labels. */
const SOON_MS = { after: 3_000, apart: 15_000 }

export class PrinterPoll {
  readonly #parts: PrinterPollParts
  #state = NOTHING_SEEN
  #poll = BEFORE_FIRST_POLL
  #cancel: Cancel = () => undefined
  /** Monotonic. */
  #lastMs = -SOON_MS.apart
  #nextMs = Number.POSITIVE_INFINITY
  #isLooking = false
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

  /** Something happened at the printer: takes the next look within seconds, at most one in 15 s. */
  soon(): void {
    const nowMs = this.#parts.clock.monotonicMs()
    const wantedMs = Math.max(nowMs + SOON_MS.after, this.#lastMs + SOON_MS.apart)
    if (!this.#isLooking && !this.#isStopped && wantedMs < this.#nextMs) this.#plan(wantedMs - nowMs)
  }

  /** It answered somebody else, such as behind a label. */
  heard(reading: PrinterReading): void {
    this.#keep({ reading, conditions: reading.conditions, unanswered: 0 })
  }

  /** A look that is under way ends by itself within 3 s and is not told any more. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const answer = await this.#parts.read()
    this.#isLooking = false
    if (this.#isStopped) return
    this.#lastMs = this.#parts.clock.monotonicMs()
    this.#poll = afterPoll(this.#poll, outcomeOf(answer))
    this.#plan(pollDelayMs(this.#poll))
    if (answer !== null && answer.kind !== 'busy') this.#keep(stateAfter(this.#state, answer))
  }

  #plan(delayMs: number): void {
    const { clock } = this.#parts
    this.#cancel()
    this.#nextMs = clock.monotonicMs() + delayMs
    this.#cancel = clock.after(delayMs, () => void this.#look())
  }

  #keep(state: PrinterState): void {
    if (this.#isStopped) return
    this.#state = state
    this.#parts.onLook(state)
  }
}

function outcomeOf(answer: StatusAnswer | null): PollOutcome {
  if (answer === null || answer.kind === 'busy' || answer.kind === 'there') return 'not asked'
  // One that is switched off is not troubled by a question, and is to be seen soon when it is back.
  if (answer.kind === 'unreachable' && answer.failure.code === 'printer_unreachable') return 'not asked'
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
  if (answer.kind === 'there') return { ...before, conditions: [] }
  if (answer.kind === 'unreachable') {
    // One that refuses serves somebody else at this moment.
    const isAway = answer.failure.code === 'printer_unreachable'
    return { ...before, conditions: isAway ? ['unreachable'] : [] }
  }
  return {
    reading,
    conditions: reading === null ? [] : ['not_answering'],
    unanswered: before.unanswered + 1,
  }
}
