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
 * print servers refuse for a printer that is off, and printers while they start. A label of somebody else takes it for 1 to 3 s;
 * one that was seen to serve others so has longer.
 */
const REFUSED_MS = { apart: 2_500, off: 7_500, offIfShared: 20_000, apartWhenOff: 10_000 }

export class PrinterPoll {
  readonly #parts: PrinterPollParts
  #state = NOTHING_SEEN
  #poll = BEFORE_FIRST_POLL
  #cancel: Cancel = () => undefined
  /** When it said last that it has stopped; monotonic, as those below. */
  #stoppedMs = Number.NEGATIVE_INFINITY
  /** Since when it has refused every look; null: it did not the last time. */
  #refusedMs: number | null = null
  /** It refused, and was there again before it counted as off. */
  #isShared = false
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

  /** It refused a label: that counts as the first look that it refuses. */
  refused(): void {
    if (this.#isStopped || this.#refusedMs !== null) return
    this.#refusedMs = this.#parts.clock.monotonicMs()
    if (!this.#isLooking) this.#plan(REFUSED_MS.apart)
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
    if (!isAwaited) return this.#refusedMs === null ? pollDelayMs(this.#poll) : this.#refusedDelayMs()
    return Math.max(0, this.#begunMs + STOPPED_MS.apart - this.#parts.clock.monotonicMs())
  }

  #refusedDelayMs(): number {
    return this.#isOff() ? REFUSED_MS.apartWhenOff : REFUSED_MS.apart
  }

  /** It has refused for longer than somebody else's label takes. */
  #isOff(): boolean {
    const limitMs = this.#isShared ? REFUSED_MS.offIfShared : REFUSED_MS.off
    return this.#refusedMs !== null && this.#parts.clock.monotonicMs() - this.#refusedMs >= limitMs
  }

  #after(answer: Exclude<StatusAnswer, { kind: 'busy' }>): PrinterState {
    const nowMs = this.#parts.clock.monotonicMs()
    if (answer.kind === 'reading' && stopsIn(answer.reading).length > 0) this.#stoppedMs = nowMs
    const isBelieved = this.stops().length > 0 && nowMs - this.#stoppedMs < STOPPED_MS.believed
    const isBack = answer.kind === 'reading' || answer.kind === 'there'
    if (isBack && this.#refusedMs !== null && !this.#isOff()) this.#isShared = true
    this.#refusedMs = isRefusal(answer) ? (this.#refusedMs ?? nowMs) : null
    return this.#isOff()
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
