// Asks one printer every now and then while nothing is printed, and keeps what it said last.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { afterPoll, BEFORE_FIRST_POLL, pollDelayMs, type PollOutcome } from '../status/poll-delay.ts'
import { stopsIn, tellsConditions, type PrinterReading } from '../status/printer-reading.ts'
import type { StatusAnswer } from './status-query.ts'
import { conditionAfter } from './write-outcome.ts'

export interface PrinterPollParts {
  /** Null when the printer may not be asked now: its language is not known, or labels wait for it. */
  readonly read: () => Promise<StatusAnswer | null>
  /** Labels wait for it: one that says that it has stopped is asked every few seconds then. */
  readonly isWanted: () => boolean
  readonly clock: Clock
  /** Hears of everything that the printer let know, its silence included. */
  readonly onLook: (state: PrinterState) => void
}

/** What is known of a printer at this moment. */
export interface PrinterState {
  /** What it said last; null before it ever answered. */
  readonly reading: PrinterReading | null
  /**
   * As the newest look shows them; `not_answering` for a printer that answered before and is silent now. What stops it
   * stays over silence, for a while.
   */
  readonly conditions: readonly PrinterCondition[]
  /** Looks in a row that it did not answer although it took the connection. */
  readonly unanswered: number
}

export const NOTHING_SEEN: PrinterState = { reading: null, conditions: [], unanswered: 0 }
/** Of a look that somebody wants soon: behind what just happened, and not for each of many labels. */
const SOON_MS = { after: 3_000, apart: 15_000 }
/**
 * Of a printer that said that it has stopped: asked so often while labels wait, and believed for so long although it is
 * silent, as Zebra's are without paper, or while somebody else's label holds its connection.
 */
const STOPPED_MS = { apart: 3_000, believed: 600_000 }
/**
 * One that refuses connections may serve somebody else at this moment. Asked so often then, and taken for off after so long:
 * print servers refuse for a printer that is off, and printers while they start.
 */
const REFUSED_MS = { apart: 10_000, off: 20_000 }

export class PrinterPoll {
  readonly #parts: PrinterPollParts
  #state = NOTHING_SEEN
  #poll = BEFORE_FIRST_POLL
  #cancel: Cancel = () => undefined
  /** When it said last that it has stopped; monotonic, as those below. */
  #stoppedMs = Number.NEGATIVE_INFINITY
  /** Since when it has refused every look; null: it did not the last time. */
  #refusedMs: number | null = null
  #begunMs = Number.NEGATIVE_INFINITY
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

  /** Why it says that it has stopped; empty while it goes on, and where it does not say so itself. */
  stops(): readonly PrinterCondition[] {
    const { reading, conditions } = this.#state
    return reading === null ? [] : stopsIn({ ...reading, conditions })
  }

  /** Something happened at the printer: takes the next look within seconds, at most one in 15 s, or in 3 s while it has stopped. */
  soon(): void {
    const nowMs = this.#parts.clock.monotonicMs()
    const wantedMs =
      this.stops().length > 0
        ? Math.max(nowMs, this.#begunMs + STOPPED_MS.apart)
        : Math.max(nowMs + SOON_MS.after, this.#lastMs + SOON_MS.apart)
    if (!this.#isLooking && !this.#isStopped && wantedMs < this.#nextMs) this.#plan(wantedMs - nowMs)
  }

  /** Takes a look at once, unless one is under way; within 3 s, and resolves when it is over. */
  async now(): Promise<void> {
    if (!this.#isLooking && !this.#isStopped) await this.#look()
  }

  /** It answered somebody else, such as behind a label. */
  heard(reading: PrinterReading): void {
    this.#keep(this.#after({ kind: 'reading', reading, tookMs: 0 }))
  }

  /** A look that is under way ends by itself within 3 s and is not told any more. */
  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    this.#begunMs = this.#parts.clock.monotonicMs()
    const answer = await this.#parts.read()
    this.#isLooking = false
    if (this.#isStopped) return
    this.#lastMs = this.#parts.clock.monotonicMs()
    this.#poll = afterPoll(this.#poll, outcomeOf(answer))
    const hasTold = answer !== null && answer.kind !== 'busy'
    if (hasTold) this.#state = this.#after(answer)
    this.#plan(this.#delayMs())
    if (hasTold) this.#keep(this.#state)
  }

  #delayMs(): number {
    const isAwaited = this.stops().length > 0 && this.#parts.isWanted()
    if (!isAwaited) return this.#refusedMs === null ? pollDelayMs(this.#poll) : REFUSED_MS.apart
    return Math.max(0, this.#begunMs + STOPPED_MS.apart - this.#parts.clock.monotonicMs())
  }

  #after(answer: Exclude<StatusAnswer, { kind: 'busy' }>): PrinterState {
    const nowMs = this.#parts.clock.monotonicMs()
    if (answer.kind === 'reading' && stopsIn(answer.reading).length > 0) this.#stoppedMs = nowMs
    const isBelieved = this.stops().length > 0 && nowMs - this.#stoppedMs < STOPPED_MS.believed
    this.#refusedMs = isRefusal(answer) ? (this.#refusedMs ?? nowMs) : null
    const isOff = this.#refusedMs !== null && nowMs - this.#refusedMs >= REFUSED_MS.off
    return isOff
      ? { ...this.#state, conditions: ['unreachable'] }
      : stateAfter(this.#state, answer, isBelieved)
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

function isRefusal(answer: StatusAnswer): boolean {
  return answer.kind === 'unreachable' && answer.failure.code === 'printer_busy'
}

function outcomeOf(answer: StatusAnswer | null): PollOutcome {
  if (answer === null || answer.kind === 'busy' || answer.kind === 'there') return 'not asked'
  // One that is switched off is not troubled by a question, and is to be seen soon when it is back.
  if (isRefusal(answer)) return 'not asked'
  if (answer.kind === 'unreachable' && conditionAfter(answer.failure.code) !== null) return 'not asked'
  return answer.kind === 'reading' ? answer.tookMs : 'silent'
}

/**
 * Silence is a status: Zebra's printers do not answer while paper or ribbon is out or the head is open. `isBelieved`: it said
 * that it has stopped, and only another word of it, or that it is gone, takes that back.
 */
export function stateAfter(
  before: PrinterState,
  answer: Exclude<StatusAnswer, { kind: 'busy' }>,
  isBelieved = false,
): PrinterState {
  if (answer.kind === 'reading') {
    const isWord = !isBelieved || tellsConditions(answer.reading)
    const conditions = isWord ? answer.reading.conditions : before.conditions
    return { reading: answer.reading, conditions, unanswered: 0 }
  }
  const { reading } = before
  if (answer.kind === 'there') return { ...before, conditions: [] }
  if (answer.kind === 'unreachable') {
    const condition = conditionAfter(answer.failure.code)
    return { ...before, conditions: condition !== null ? [condition] : isBelieved ? before.conditions : [] }
  }
  const silent = isBelieved ? before.conditions : reading === null ? [] : (['not_answering'] as const)
  return { reading, conditions: silent, unanswered: before.unanswered + 1 }
}
