// How the printer that this computer prints on is: asked while nothing is printed, and heard behind every label.
//
//   poll, every 60 s to 10 min ─┐
//   answers behind labels ──────┴─▶ what it said last ─▶ agent status, why a label waits, the panel
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { holdsLabels, type PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { hasReason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrinterTalk } from './printer-talk.ts'
import type { Presence } from '../printers/printer-backend.ts'
import { PrinterPoll, type PrinterState } from '../printers/printer-poll.ts'
import { conditionReasons } from './condition-reasons.ts'
import type { StatusAnswer } from '../printers/status-query.ts'
import { conditionAfter } from '../printers/write-outcome.ts'
import type { PrinterReading } from '../status/printer-reading.ts'

export interface PrinterHealthParts {
  readonly talk: Pick<PrinterTalk, 'ask' | 'isLeftAlone' | 'isQueue' | 'knock'>
  /** Whether the system has it; asked where it answers nothing itself. */
  readonly presence: (printer: string) => Promise<Presence>
  /** Called before a question; takes the label counter that the printer answers while it is idle (IdleLook.reading). */
  readonly onQuestion: (printer: string) => (counter: number) => void
  /** Labels wait for what the printer says next. */
  readonly isAwaited: () => boolean
  /** Its model prints documents. */
  readonly isOffice: (printer: string) => boolean
  readonly clock: Clock
  /** Something else is the matter with it than before. */
  readonly onChange: () => void
}

export interface SeenPrinter extends PrinterState {
  readonly printer: string
  /** Its model prints documents. */
  readonly isOffice: boolean
}

export interface PrinterFound {
  readonly printer: string
  /** Null when it answered, or is taking a label: then it is there. */
  readonly presence: Presence | null
}

export class PrinterHealth {
  readonly #parts: PrinterHealthParts
  #printer: string | null = null
  #poll: PrinterPoll | null = null
  #told = ''
  /** What its queue says stops it while it has a label. */
  #held: readonly PrinterCondition[] = []

  constructor(parts: PrinterHealthParts) {
    this.#parts = parts
  }

  /** From now on this printer; null: this computer has none. */
  follow(printer: string | null): void {
    if (printer === this.#printer) return
    this.stop()
    this.#printer = printer
    this.#held = []
    this.#changed([])
    if (printer === null) return
    const { talk, clock, isAwaited } = this.#parts
    this.#poll = new PrinterPoll({
      clock,
      isWanted: isAwaited,
      read: async () => (await this.#ask(printer)) ?? talk.knock(printer),
      onLook: ({ conditions }) => this.#changed(conditions),
    })
    this.#poll.start()
  }

  /** Null while this computer has no printer. */
  seen(): SeenPrinter | null {
    const [printer, poll] = [this.#printer, this.#poll]
    if (printer === null || poll === null) return null
    return { printer, ...poll.state(), isOffice: this.#parts.isOffice(printer) }
  }

  /** Why the printer says that it has stopped; empty while it goes on, and for every other printer. */
  stopped(printer: string): Reasons {
    if (printer !== this.#printer) return []
    const stops = this.#poll?.stops() ?? []
    return conditionReasons(stops.length > 0 ? stops : this.#held)
  }

  /** What it or its queue said last that keeps a label in it, however old that is; of every other printer nothing. */
  mayHold(printer: string): Reasons {
    const said = printer === this.#printer ? (this.#poll?.state().conditions ?? []) : []
    return conditionReasons(said.filter(holdsLabels))
  }

  /** Why its queue cannot hand it the label that is there; empty when it can, or has none. */
  held(printer: string, stops: readonly PrinterCondition[]): void {
    if (printer !== this.#printer || stops.join() === this.#held.join()) return
    this.#held = stops
    this.#parts.onChange()
  }

  /** Looks whether the printer is there and how it is, giving way to labels; null while this computer has none. */
  async look(): Promise<PrinterFound | null> {
    const printer = this.#printer
    if (printer === null) return null
    const answer = await this.#ask(printer)
    if (answer?.kind === 'reading') this.heard(printer, answer.reading)
    if (answer === null) return { printer, presence: await this.#parts.presence(printer) }
    if (answer.kind !== 'unreachable') return { printer, presence: null }
    // One that refuses is there, and serves somebody else at this moment.
    const state = conditionAfter(answer.failure.code) === null ? 'busy' : 'absent'
    return { printer, presence: { state, reason: answer.failure.reason } }
  }

  /** As `look`, and kept as what is known of it. Within some seconds. */
  async lookNow(): Promise<void> {
    await this.#poll?.now()
  }

  /** An answer behind a label. */
  heard(printer: string, reading: PrinterReading): void {
    if (printer === this.#printer) this.#poll?.heard(reading)
  }

  /**
   * A label that did not leave asks why; one that left while something was the matter, and one that waits for a printer that
   * has stopped, say that it may be over; so does each one of a printer that never answered, and may have been slow. While one is
   * being sent only a print queue can be asked.
   */
  jobChanged({ state, destination, reasons }: PrintJob): void {
    const poll = this.#poll
    const waits = state === 'accepted' || state === 'waiting_for_printer'
    if (poll !== null && waits && poll.stops().length > 0) return poll.soon()
    if (poll === null || destination === null || destination !== this.#printer) return
    if (state === 'sending' && !this.#parts.talk.isQueue(destination)) return
    if (waits && hasReason(reasons, 'printer_busy')) return poll.refused()
    const hasLeft = state === 'printed' || state === 'sent_to_printer'
    const isNews = poll.state().conditions.length > 0 || this.#parts.talk.isLeftAlone(destination)
    if (!hasLeft || isNews) poll.soon()
  }

  stop(): void {
    this.#poll?.stop()
    this.#poll = this.#printer = null
  }

  /** Gives way to labels; never while one is being sent. Null when it may not be asked. */
  async #ask(printer: string): Promise<StatusAnswer | null> {
    const { talk, onQuestion } = this.#parts
    const keep = onQuestion(printer)
    const answer = await talk.ask(printer)
    if (answer?.kind === 'reading' && answer.reading.isIdle === true && answer.reading.odometer !== null)
      keep(answer.reading.odometer)
    return answer
  }

  #changed(conditions: PrinterState['conditions']): void {
    const isOffice = this.#printer !== null && this.#parts.isOffice(this.#printer)
    const told = `${conditions.join()} ${isOffice}`
    if (told === this.#told) return
    this.#told = told
    this.#parts.onChange()
  }
}
