// How the printer that this computer prints on is: asked while nothing is printed, and heard behind every label.
//
//   poll, every 60 s to 10 min ─┐
//   answers behind labels ──────┴─▶ what it said last ─▶ agent status, why a label waits, the panel
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { isQueue } from './printer-talk.ts'
import { PrinterPoll, type PrinterState } from './printers/printer-poll.ts'
import type { StatusAnswer } from './printers/status-query.ts'
import type { PrinterReading } from './status/printer-reading.ts'

export interface PrinterHealthParts {
  /** Null when it may not be asked. */
  readonly ask: (printer: string) => Promise<StatusAnswer | null>
  readonly clock: Clock
  /** Something else is the matter with it than before. */
  readonly onChange: () => void
}

export interface SeenPrinter extends PrinterState {
  readonly printer: string
}

export class PrinterHealth {
  readonly #parts: PrinterHealthParts
  #printer: string | null = null
  #poll: PrinterPoll | null = null
  #told = ''

  constructor(parts: PrinterHealthParts) {
    this.#parts = parts
  }

  /** From now on this printer; null: this computer has none. */
  follow(printer: string | null): void {
    if (printer === this.#printer) return
    this.stop()
    this.#printer = printer
    this.#changed([])
    if (printer === null) return
    const { ask, clock } = this.#parts
    this.#poll = new PrinterPoll({
      ...{ clock, read: async () => ask(printer) },
      onLook: ({ conditions }) => this.#changed(conditions),
    })
    this.#poll.start()
  }

  /** Null while this computer has no printer. */
  seen(): SeenPrinter | null {
    const [printer, poll] = [this.#printer, this.#poll]
    return printer === null || poll === null ? null : { printer, ...poll.state() }
  }

  /** An answer behind a label. */
  heard(printer: string, reading: PrinterReading): void {
    if (printer === this.#printer) this.#poll?.heard(reading)
  }

  /**
   * A label that did not leave asks why; one that left while something was the matter says that it may be over. While one
   * is being sent only a print queue can be asked.
   */
  jobChanged({ state, destination }: PrintJob): void {
    const poll = this.#poll
    if (poll === null || destination === null || destination !== this.#printer) return
    if (state === 'sending' && !isQueue(destination)) return
    const hasLeft = state === 'printed' || state === 'sent_to_printer'
    if (!hasLeft || poll.state().conditions.length > 0) poll.soon()
  }

  stop(): void {
    this.#poll?.stop()
    this.#poll = this.#printer = null
  }

  #changed(conditions: PrinterState['conditions']): void {
    const told = conditions.join()
    if (told === this.#told) return
    this.#told = told
    this.#parts.onChange()
  }
}
