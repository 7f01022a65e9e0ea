// One printer under the suite: prints its labels through the agent's PrinterTalk, asks it, and records both.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { createScanner } from '../../agent/core/intake/completeness.ts'
import { copiesOf } from '../../agent/core/languages/copies.ts'
import type { Printers } from '../../agent/core/printers/printers.ts'
import type { StatusAnswer } from '../../agent/core/printers/status-query.ts'
import { PrinterTalk } from '../../agent/core/printing/printer-talk.ts'
import type { Delivery } from '../../agent/core/spool/rules/route.ts'
import { recordPrinters, type RecordedPrinters } from './recorded-printers.ts'
import type { LabelRecord, StatusRecord } from './run-record.ts'
import { answerWords, deliveryWords, reasonWords } from './suite-words.ts'

export interface PrintingParts {
  readonly id: string
  readonly printers: Printers
  readonly clock: Clock
  /** Called when a connection to the printer is over, as a line without ends cannot tell it. */
  readonly onOver: (bytes: number) => Promise<void>
}

export type PrintedLabel = Omit<LabelRecord, 'seen'>

/** A label on its way. */
export interface UnderWay {
  readonly done: Promise<PrintedLabel>
  /** Resolves when the printer says for the first time that it has stopped. */
  readonly stopped: Promise<void>
  isDone(): boolean
  /** Why it says that it has stopped, in words; each once. */
  stops(): readonly string[]
  /** Breaks the label off. */
  abort(): void
}

export class SuitePrinting {
  readonly #parts: PrintingParts
  readonly #recorded: RecordedPrinters
  readonly #talk: PrinterTalk
  /** Nobody has seen yet that its labels are in its language: a question might come out on paper. */
  #mayTalk = false
  #odometer: number | null = null
  #answeredIn: string | null = null
  #model: string | null = null

  constructor(parts: PrintingParts) {
    const { printers, clock } = parts
    this.#parts = parts
    this.#recorded = recordPrinters(parts)
    const way: Printers['way'] = (id) =>
      printers.way(id) === 'two_way' && !this.#mayTalk ? 'one_way' : printers.way(id)
    const gated = { ...this.#recorded.printers, way }
    this.#talk = new PrinterTalk({ printers: gated, clock, onReading: () => undefined })
  }

  get clock(): Clock {
    return this.#parts.clock
  }

  /** Its labels were seen to be readable, or its system names its language. */
  allowTalk(): void {
    this.#mayTalk = true
  }

  /** The language in which it answered; null: it did not. */
  get answeredIn(): string | null {
    return this.#answeredIn
  }

  /** As it named itself in an answer; null: it did not. */
  get model(): string | null {
    return this.#model
  }

  async ask(when: string): Promise<StatusRecord> {
    const { clock, id } = this.#parts
    const startedMs = clock.monotonicMs()
    const answer = await this.#talk.ask(id)
    const tookMs = Math.round(clock.monotonicMs() - startedMs)
    const reading = answer?.kind === 'reading' ? answer.reading : null
    if (reading !== null) this.#answeredIn = reading.language
    this.#model = reading?.model ?? this.#model
    this.#odometer = reading?.odometer ?? this.#odometer
    return {
      when,
      words: answerWords(answer),
      conditions: conditionsIn(answer),
      isAnswered: reading !== null,
      odometer: reading?.odometer ?? null,
      tookMs,
      raw: this.#recorded.taken(),
    }
  }

  begin(n: number, payload: Buffer): UnderWay {
    const { clock } = this.#parts
    const ending = new AbortController()
    const stopped = Promise.withResolvers<void>()
    const stops = new Set<string>()
    const run = { isDone: false }
    const startedMs = clock.monotonicMs()
    const label = this.#labelOf(payload)
    const onStop = (why: Reasons): void => {
      for (const one of why) stops.add(reasonWords([one]))
      if (why.length > 0) stopped.resolve()
    }
    const title = `suite label ${n}`
    const printing = this.#talk.print(this.#parts.id, {
      ...label,
      payload,
      title,
      signal: ending.signal,
      onStop,
    })
    const done = printing.then((delivery) => {
      run.isDone = true
      const tookMs = Math.round(clock.monotonicMs() - startedMs)
      return this.#record({ n, payload, label, delivery, tookMs, stops: [...stops] })
    })
    return {
      done,
      stopped: stopped.promise,
      isDone: () => run.isDone,
      stops: () => [...stops],
      abort: () => ending.abort(),
    }
  }

  #labelOf(payload: Buffer) {
    const scanner = createScanner()
    scanner.feed(payload)
    const { language, isComplete } = scanner.verdict()
    return { language, isComplete, copies: copiesOf(payload, language), odometer: this.#odometer }
  }

  #record(printed: {
    readonly n: number
    readonly payload: Buffer
    readonly label: { readonly copies: number; readonly odometer: number | null }
    readonly delivery: Delivery
    readonly tookMs: number
    readonly stops: readonly string[]
  }): PrintedLabel {
    const { n, payload, label, delivery, tookMs, stops } = printed
    const odometerAfter = delivery.odometer ?? null
    this.#odometer = odometerAfter
    return {
      n,
      bytes: payload.length,
      copies: label.copies,
      outcome: delivery.ok ? 'ok' : delivery.retry,
      words: deliveryWords(delivery),
      evidence: delivery.ok ? (delivery.evidence ?? 'L0') : null,
      odometerBefore: label.odometer,
      odometerAfter,
      tookMs,
      stops,
      raw: this.#recorded.taken(),
    }
  }
}

function conditionsIn(answer: StatusAnswer | null): readonly string[] {
  if (answer?.kind === 'reading') return answer.reading.conditions
  return answer?.kind === 'unreachable' ? ['unreachable'] : []
}
