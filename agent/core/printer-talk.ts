// Hands labels to the printers of this computer, asks them behind a label what became of it, and how far they are.
//
// A printer is asked only in the language that it is known to speak (status/identification.ts); what is known is
// learned from the labels it took and from its answers.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Printers } from './printers/printers.ts'
import type { PrinterLook } from './spool/restart-rule.ts'
import type { Delivery, Label } from './spool/route.ts'
import type { JobRow } from './spool/spool-store.ts'
import { confirmationOf, type Confirmation } from './status/confirmation.ts'
import { mayAsk } from './status/identification.ts'
import type { StatusLanguage } from './status/printer-reading.ts'

export interface PrinterTalkParts {
  readonly printers: Printers
  readonly clock: Clock
}

interface Known {
  answered: StatusLanguage | null
  /** Newest last. */
  printed: PrintJob['language'][]
  unanswered: number
}

const MAX_PRINTED = 10
const MAX_PRINTERS = 200
/** Somebody else may be asking the printer at this moment. */
const BUSY = { tries: 5, waitMs: 400 }

export class PrinterTalk {
  readonly #parts: PrinterTalkParts
  readonly #knownByPrinter = new Map<string, Known>()

  constructor(parts: PrinterTalkParts) {
    this.#parts = parts
  }

  /** What jobs of earlier days tell about their printers; oldest first. */
  learn(rows: readonly JobRow[]): void {
    for (const { destination, evidence, language } of rows) {
      if (destination === null || evidence === null || !isSocket(destination)) continue
      this.#took(destination, language)
      if (evidence !== 'L0' && evidence !== 'L1') this.#known(destination).answered = 'zpl'
    }
  }

  async print(printer: string, label: Label): Promise<Delivery> {
    const { payload, title, signal } = label
    const talk = isSocket(printer) ? confirmationOf(label, this.#language(printer)) : null
    const outcome = await this.#parts.printers.print(printer, { payload, title, signal, tail: talk })
    if (!outcome.ok) return outcome
    this.#took(printer, label.language)
    if (talk !== null) this.#heard(printer, talk)
    const least = isSocket(printer) ? 'L1' : 'L0'
    return { ok: true, evidence: talk?.evidence() ?? least, odometer: talk?.odometerAfter() ?? null }
  }

  canLook(printer: string): boolean {
    return isSocket(printer) && this.#language(printer) !== null
  }

  /** Within 20 s, mostly at once. Null when it cannot be asked or does not answer. */
  async lookAt(printer: string, signal: AbortSignal): Promise<Omit<PrinterLook, 'atMs'> | null> {
    const language = this.#language(printer)
    if (!isSocket(printer) || language === null) return null
    for (let tries = 0; tries < BUSY.tries && !signal.aborted; tries += 1) {
      const answer = await this.#parts.printers.read(printer, language)
      if (answer?.kind === 'reading') {
        const { odometer, isIdle, conditions } = answer.reading
        this.#known(printer).answered = language
        return { odometer, isIdle: isIdle === true && conditions.length === 0, isJobFinished: false }
      }
      if (answer?.kind !== 'busy') return null
      await new Promise<void>((resolve) => this.#parts.clock.after(BUSY.waitMs, resolve))
    }
    return null
  }

  #heard(printer: string, talk: Confirmation): void {
    const known = this.#known(printer)
    const reading = talk.reading(this.#parts.clock.wallMs())
    if (reading === null) known.unanswered += 1
    else Object.assign(known, { answered: reading.language, unanswered: 0 })
  }

  #took(printer: string, language: PrintJob['language']): void {
    const known = this.#known(printer)
    known.printed = [...known.printed, language].slice(-MAX_PRINTED)
  }

  #language(printer: string): StatusLanguage | null {
    return mayAsk({ ...this.#known(printer), systemModel: null })
  }

  #known(printer: string): Known {
    const known = this.#knownByPrinter.get(printer) ?? { answered: null, printed: [], unanswered: 0 }
    this.#knownByPrinter.delete(printer)
    this.#knownByPrinter.set(printer, known)
    const [oldest] = this.#knownByPrinter.keys()
    if (this.#knownByPrinter.size > MAX_PRINTERS && oldest !== undefined) this.#knownByPrinter.delete(oldest)
    return known
  }
}

/** Only a socket of its own has a way back. */
function isSocket(printer: string): boolean {
  return printer.startsWith('tcp:')
}
