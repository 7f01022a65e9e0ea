// Asks the printer, behind a label and on the label's own connection, whether it came out.
//
// Only ZPL: its answers stand behind the label in the printer's own order, and it has counters. In the other languages
// an answer overtakes what waits, or tells nothing about it.
//
// A printer that says that it has stopped keeps the label until somebody has put it right: the connection is held open, without
// our FIN, for as long as it says so.
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { readZpl } from '../languages/zpl-formats.ts'
import { ZPL_PREFIXES } from '../languages/zpl-scanner.ts'
import {
  MAX_ANSWER_BYTES,
  stopsIn,
  tellsConditions,
  type ParsedAnswer,
  type PrinterReading,
  type StatusLanguage,
} from './printer-reading.ts'
import { EVERY_MS, StopHold } from './stop-hold.ts'
import type { TailTalk } from './tail-talk.ts'
import { zplStatus } from './zpl-status.ts'

export interface ConfirmableLabel {
  readonly payload: Uint8Array
  readonly language: PrintJob['language']
  /** As the completeness scanner judged it. */
  readonly isComplete: boolean | null
  /** Labels that the payload makes. */
  readonly copies: number
  /** The printer's label counter before the first byte; null when it is not known. */
  readonly odometer: number | null
}

/** Evidence of security-and-reliability 4.2: the queue ran empty without an error; the counter advanced as it should. */
export type CounterEvidence = 'L2' | 'L3'

const FIRST_LABEL_MS = 5_000
const NEXT_LABEL_MS = 1_000
const MAX_MS = 60_000
/** Silent for so long, it is not going to answer; the FIN need not wait. */
const SILENT_ROUNDS = 3
/** Idle for so long with a counter that stands still, it is not going to count this label. */
const IDLE_ROUNDS = 4

/** Hears of the newest answer of each round, while the label is still on its way. */
type OnAnswer = (answer: ParsedAnswer) => void

/** `asked`: what mayAsk said. Null when nothing may be asked behind this label. */
export function confirmationOf(
  label: ConfirmableLabel,
  asked: StatusLanguage | null,
  onAnswer?: OnAnswer,
): Confirmation | null {
  if (asked !== 'zpl' || label.language !== 'zpl' || label.isComplete !== true) return null
  return hasPlainPrefixes(label.payload) ? new Confirmation(label, onAnswer) : null
}

/** After a change of prefixes the question would be text, or be none. */
function hasPlainPrefixes(payload: Uint8Array): boolean {
  if (!mayChangePrefixes(payload)) return true
  const { format, control, delimiter } = readZpl(payload).prefixes
  const plain = ZPL_PREFIXES
  return format === plain.format && control === plain.control && delimiter === plain.delimiter
}

/** Quick, as a label waits for it, and without a copy of the label: the first change begins with a plain prefix. */
function mayChangePrefixes(payload: Uint8Array): boolean {
  return [ZPL_PREFIXES.format, ZPL_PREFIXES.control].some((prefix) => {
    for (let at = payload.indexOf(prefix); at !== -1; at = payload.indexOf(prefix, at + 1))
      if (/^C[CTD]$/i.test(String.fromCharCode(payload[at + 1] ?? 0, payload[at + 2] ?? 0))) return true
    return false
  })
}

export class Confirmation implements TailTalk {
  readonly language = 'zpl'
  readonly everyMs = EVERY_MS
  readonly limitMs: number
  readonly #label: Pick<ConfirmableLabel, 'copies' | 'odometer'>
  readonly #onAnswer: OnAnswer
  #round = Buffer.alloc(0)
  #newest: ParsedAnswer | null = null
  #silentRounds = 0
  #idleRounds = 0
  #isAsked = false
  readonly hold = new StopHold()

  constructor(label: Pick<ConfirmableLabel, 'copies' | 'odometer'>, onAnswer: OnAnswer = () => undefined) {
    this.#label = label
    this.#onAnswer = onAnswer
    this.limitMs = Math.min(MAX_MS, FIRST_LABEL_MS + (Math.max(1, label.copies) - 1) * NEXT_LABEL_MS)
  }

  next(): Uint8Array | 'wait' | 'end' {
    const answer = zplStatus.parse(this.#round)
    // Also where the round stayed without host status, which is how a printer that has stopped answers.
    if (answer !== null) this.#keep(answer)
    if (this.hold.isHeld()) {
      const step = this.hold.next(answer !== null)
      return step === 'ask' ? this.#question() : step
    }
    if (this.#isAsked && answer === null) {
      this.#silentRounds += 1
      return this.#silentRounds >= SILENT_ROUNDS ? 'end' : 'wait'
    }
    this.#idleRounds = this.#newest?.isIdle === true ? this.#idleRounds + 1 : 0
    if (this.#idleRounds >= IDLE_ROUNDS) return 'end'
    return this.#question()
  }

  #question(): Uint8Array {
    this.#isAsked = true
    this.#silentRounds = 0
    this.hold.asked()
    this.#round = Buffer.alloc(0)
    return zplStatus.question
  }

  hear(chunk: Uint8Array): 'more' | 'end' {
    this.#round = Buffer.concat([this.#round, chunk.subarray(0, MAX_ANSWER_BYTES - this.#round.length)])
    const answer = zplStatus.parse(this.#round)
    // The beginning of an answer does not take the place of a whole one.
    if (answer?.isWhole === true) this.#keep(answer)
    else if (answer !== null && this.#newest?.isWhole !== true) this.#newest = answer
    return this.#isEnough() ? 'end' : 'more'
  }

  /** What the printer said last; null when it did not answer. */
  reading(atMs: number): PrinterReading | null {
    return this.#newest === null ? null : readingOf(this.#newest, atMs)
  }

  /** Null: the answers prove nothing. */
  evidence(): CounterEvidence | null {
    return this.#newest === null ? null : evidenceOf(this.#newest, this.#label)
  }

  /**
   * The counter to compare the next label with. Null where this label was not counted for certain: a label that is
   * counted late would pass for the next one.
   */
  odometerAfter(): number | null {
    return this.evidence() === 'L3' ? (this.#newest?.odometer ?? null) : null
  }

  #keep(answer: ParsedAnswer): void {
    this.#newest = answer
    const told = { language: 'zpl', ...answer } as const
    if (tellsConditions(told)) this.hold.heard(stopsIn(told))
    this.#onAnswer(answer)
  }

  #isEnough(): boolean {
    if (this.#newest?.isWhole !== true || this.#newest.isIdle !== true) return false
    // A printer without a counter cannot tell more than that nothing waits.
    const canCount = this.#label.odometer !== null && this.#newest.odometer !== null
    return !canCount || this.evidence() !== null
  }
}

export function readingOf(answer: ParsedAnswer, atMs: number): PrinterReading {
  const { isWhole: _, ...told } = answer
  return { language: 'zpl', ...told, atMs }
}

/**
 * What a reading after a label proves. A counter that advanced by more than the label was moved by others as well, and
 * one that stands still or went back speaks against the label.
 */
export function evidenceOf(
  reading: Pick<PrinterReading, 'isIdle' | 'odometer'>,
  label: Pick<ConfirmableLabel, 'copies' | 'odometer'>,
): CounterEvidence | null {
  if (reading.isIdle !== true) return null
  if (label.odometer === null || reading.odometer === null) return 'L2'
  const advanced = reading.odometer - label.odometer
  if (advanced === label.copies) return 'L3'
  return advanced > label.copies ? 'L2' : null
}
