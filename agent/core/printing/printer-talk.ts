// Hands labels to the printers of this computer, asks them behind a label what became of it, and how far they are.
//
// A printer is asked only in the language that it is known to speak (status/identification.ts); what is known is
// learned from the labels it took and from its answers.
import type { DrawnLanguage } from '../../drawing/prescription/languages/payload.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { PrinterFactsBook } from './printer-facts.ts'
import type { PrintRequest } from '../printers/printer-backend.ts'
import type { Printers } from '../printers/printers.ts'
import type { StatusAnswer } from '../printers/status-query.ts'
import { absence, writeFailure, type WriteOutcome } from '../printers/write-outcome.ts'
import type { PrinterLook } from '../spool/rules/doubt-rule.ts'
import type { Delivery, Label } from '../spool/rules/route.ts'
import type { JobRow } from '../spool/store/spool-store.ts'
import { confirmationOf, readingOf, type Confirmation } from '../status/confirmation.ts'
import { stopTalkOf, type StopTalk } from '../status/stop-talk.ts'
import { NOTHING_TOLD, type PrinterReading, type StatusLanguage } from '../status/printer-reading.ts'
import { conditionReasons } from './condition-reasons.ts'
import { isTestLabel, MAX_TEST_LABEL_BYTES } from './test-label.ts'

export interface PrinterTalkParts {
  readonly printers: Printers
  readonly clock: Clock
  /** Hears of every answer that came behind a label, also while the label is still on its way, and of one about a label in doubt. */
  readonly onReading: (printer: string, reading: PrinterReading) => void
  /** Hears what stops the printer while its queue has a label for it; an empty list when it goes on, or the label is out. */
  readonly onHeld?: (printer: string, stops: readonly PrinterCondition[]) => void
}

/** What is on a label that was kept; null when it is not kept any more. To be overwritten after use. */
export type PayloadOf = (jobId: string) => Promise<Uint8Array | null>

/** Somebody else may be asking the printer at this moment, which takes 3 s at most, over TLS 4.5 s. */
const BUSY = { tries: 12, waitMs: 400 }
/** So few labels decide what a printer speaks that more need not be opened. */
const OPENED_AT_MOST = 20

export class PrinterTalk {
  readonly #parts: PrinterTalkParts
  readonly #facts: PrinterFactsBook

  constructor(parts: PrinterTalkParts) {
    this.#parts = parts
    this.#facts = new PrinterFactsBook(parts.clock)
  }

  /** What jobs of earlier days tell about their printers; oldest first. */
  async learn(rows: readonly JobRow[], payloadOf: PayloadOf): Promise<void> {
    const isOwnTest = testLabelJudge(payloadOf)
    for (const row of rows) {
      const { destination: printer, evidence, language } = row
      if (printer === null || evidence === null || !this.#isTwoWay(printer)) continue
      if (!(await isOwnTest(row))) this.#facts.happened(printer, { kind: 'printed', language })
      const hasAnswered = evidence !== 'L0' && evidence !== 'L1'
      if (hasAnswered) this.#facts.happened(printer, { kind: 'answered', language: 'zpl' })
    }
  }

  async print(printer: string, label: Label): Promise<Delivery> {
    const { payload, title, language, signal } = label
    const talk = this.#isTwoWay(printer) ? this.#talkBehind(printer, label) : null
    const isTest = isTestLabel(payload)
    const request = { payload, title, language, signal, tail: talk }
    const outcome = this.isQueue(printer)
      ? await this.#printByQueue(printer, request, label)
      : await this.#parts.printers.print(printer, request)
    if (talk !== null) this.#heard(printer, talk, outcome.ok)
    // A counter that advanced proves the label, however its connection ended.
    const proved = talk?.evidence() ?? null
    if (!outcome.ok && proved !== 'L3') return outcome
    if (!isTest) this.#facts.happened(printer, { kind: 'printed', language: label.language })
    const least = this.#parts.printers.proves(printer)
    return { ok: true, evidence: proved ?? least, odometer: talk?.odometerAfter() ?? null }
  }

  /** A print queue of the system; asking it sends nothing to the printer. */
  isQueue(printer: string): boolean {
    return this.#parts.printers.way(printer) === 'queue'
  }

  /** The language that labels are drawn in for it; null: nothing tells. */
  drawn(printer: string): DrawnLanguage | null {
    return this.#facts.drawn(printer, this.#parts.printers.systemModel(printer))
  }

  /** Whether anything can be asked about a label that an earlier process sent. */
  canLook(printer: string): boolean {
    return this.isQueue(printer) || (this.#isTwoWay(printer) && this.#language(printer) !== null)
  }

  /** Null when it may not be asked: nothing is known of its language, or it never answered. Within 3 s. */
  async ask(printer: string): Promise<StatusAnswer | null> {
    const { printers } = this.#parts
    if (this.isQueue(printer)) return this.#askQueue(printer)
    const language = this.#facts.languageAgain(printer, printers.systemModel(printer))
    if (!this.#isTwoWay(printer) || language === null) return null
    const answer = await printers.read(printer, language)
    if (answer?.kind === 'reading') this.#facts.happened(printer, { kind: 'answered', language })
    if (answer?.kind === 'silent') this.#facts.happened(printer, { kind: 'unanswered' })
    return answer
  }

  /** Nothing is asked behind its labels, because it never answered; mostly it cannot. */
  isLeftAlone(printer: string): boolean {
    return this.#isTwoWay(printer) && this.#facts.isLeftAlone(printer)
  }

  /** Of a printer that nothing may be asked: whether it is there at all. Null where only a label can tell. */
  async knock(printer: string): Promise<StatusAnswer | null> {
    if (!this.#isTwoWay(printer)) return null
    const { state, reason: why } = await this.#parts.printers.status(printer)
    // Nobody took the connection; who takes it and serves somebody else is there.
    if (why?.code === 'printer_busy')
      return { kind: 'unreachable', failure: writeFailure('printer_busy', false) }
    if (state === 'busy') return { kind: 'busy' }
    if (state === 'present') return { kind: 'there' }
    return { kind: 'unreachable', failure: absence(why) }
  }

  /**
   * Within 30 s, mostly at once. Null when it cannot be asked or does not answer. `title`: of the label that a print queue
   * is asked about, which is taken back where it has not left; a queue can be asked nothing else.
   */
  async lookAt(
    printer: string,
    signal: AbortSignal,
    title?: string,
  ): Promise<Omit<PrinterLook, 'atMs'> | null> {
    if (this.isQueue(printer)) return title === undefined ? null : this.#lookInQueue(printer, title, signal)
    for (let tries = 0; tries < BUSY.tries && !signal.aborted; tries += 1) {
      const answer = await this.ask(printer)
      if (answer?.kind === 'reading') {
        this.#parts.onReading(printer, answer.reading)
        const { odometer, isIdle } = answer.reading
        return { odometer, isIdle: isIdle === true, isJobFinished: false }
      }
      if (answer?.kind !== 'busy') return null
      await new Promise<void>((resolve) => this.#parts.clock.after(BUSY.waitMs, resolve))
    }
    return null
  }

  #language(printer: string): StatusLanguage | null {
    return this.#facts.language(printer, this.#parts.printers.systemModel(printer))
  }

  #isTwoWay(printer: string): boolean {
    return this.#parts.printers.way(printer) === 'two_way'
  }

  async #askQueue(printer: string): Promise<StatusAnswer | null> {
    const conditions = await this.#parts.printers.conditions(printer)
    return conditions === null
      ? null
      : { kind: 'reading', tookMs: 0, reading: this.#readingOfQueue(conditions) }
  }

  #readingOfQueue(conditions: readonly PrinterCondition[]): PrinterReading {
    return { language: 'ipp', ...NOTHING_TOLD, conditions, atMs: this.#parts.clock.wallMs() }
  }

  async #printByQueue(
    printer: string,
    request: Omit<PrintRequest, 'address'>,
    { onStop }: Label,
  ): Promise<WriteOutcome> {
    const { printers, onReading, onHeld } = this.#parts
    try {
      return await printers.print(printer, {
        ...request,
        onHeld: (stops) => {
          onHeld?.(printer, stops)
          onReading(printer, this.#readingOfQueue(stops))
          onStop?.(conditionReasons(stops))
        },
      })
    } finally {
      onHeld?.(printer, [])
    }
  }

  async #lookInQueue(
    printer: string,
    title: string,
    signal: AbortSignal,
  ): Promise<Omit<PrinterLook, 'atMs'> | null> {
    const label = await this.#parts.printers.queued(printer, title, signal)
    if (label === null) return null
    const isNeverBegun = label === 'never_begun'
    return { odometer: null, isIdle: false, isJobFinished: label === 'finished', isNeverBegun }
  }

  #talkBehind(printer: string, label: Label): Confirmation | StopTalk | null {
    const { clock, onReading } = this.#parts
    const language = this.#language(printer)
    const heard = (reading: PrinterReading): void => {
      onReading(printer, reading)
      label.onStop?.(conditionReasons(talk?.hold.stops() ?? []))
    }
    const talk: Confirmation | StopTalk | null =
      confirmationOf(label, language, (answer) => heard(readingOf(answer, clock.wallMs()))) ??
      stopTalkOf(label, language, (reading) => heard({ ...reading, atMs: clock.wallMs() }))
    return talk
  }

  /** Silence behind a label that failed says nothing: the question may not have left. */
  #heard(printer: string, talk: Confirmation | StopTalk, hasLeft: boolean): void {
    const reading = talk.reading(this.#parts.clock.wallMs())
    if (reading !== null) this.#facts.happened(printer, { kind: 'answered', language: talk.language })
    else if (hasLeft) this.#facts.happened(printer, { kind: 'unanswered' })
  }
}

/** What is not kept any more counts as a test label, because it proves nothing. */
function testLabelJudge(payloadOf: PayloadOf): (row: JobRow) => Promise<boolean> {
  let opened = 0
  return async ({ id, language, bytes }) => {
    if (language !== 'zpl' || bytes > MAX_TEST_LABEL_BYTES) return false
    opened += 1
    const payload = opened > OPENED_AT_MOST ? null : await payloadOf(id).catch(() => null)
    const isTest = payload === null || isTestLabel(payload)
    payload?.fill(0)
    return isTest
  }
}
