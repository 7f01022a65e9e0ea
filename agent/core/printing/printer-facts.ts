// What is known of each printer about the language it speaks: from the labels it took and from its answers.
import { factsAfter, mayAsk, speaks, type PrinterEvent, type PrinterFacts } from '../status/identification.ts'
import type { DrawnLanguage } from '../../drawing/prescription/languages/payload.ts'
import type { SystemModel } from '../status/models/printer-model.ts'
import type { StatusLanguage } from '../status/printer-reading.ts'

const NOTHING_KNOWN: PrinterFacts = { answered: null, systemModel: null, printed: [], unanswered: 0 }
/** Those that were heard of last. */
const MAX_PRINTERS = 200

export class PrinterFactsBook {
  readonly #factsByPrinter = new Map<string, PrinterFacts>()

  happened(printer: string, event: PrinterEvent): void {
    const facts = factsAfter(this.#factsByPrinter.get(printer) ?? NOTHING_KNOWN, event)
    this.#factsByPrinter.delete(printer)
    this.#factsByPrinter.set(printer, facts)
    const [oldest] = this.#factsByPrinter.keys()
    if (this.#factsByPrinter.size > MAX_PRINTERS && oldest !== undefined) this.#factsByPrinter.delete(oldest)
  }

  /** The language in which it may be asked; null: it must not be asked. `systemModel`: as its system or itself names it. */
  language(printer: string, systemModel: SystemModel | null): StatusLanguage | null {
    return mayAsk({ ...(this.#factsByPrinter.get(printer) ?? NOTHING_KNOWN), systemModel })
  }

  /** The language that labels are drawn in for it; null: nothing tells. */
  drawn(printer: string, systemModel: SystemModel | null): DrawnLanguage | null {
    const language = speaks({ ...(this.#factsByPrinter.get(printer) ?? NOTHING_KNOWN), systemModel })
    return language === 'unknown' ? null : language
  }
}
