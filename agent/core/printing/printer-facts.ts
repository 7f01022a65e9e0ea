// What is known of each printer about the language it speaks: from the labels it took and from its answers.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import {
  factsAfter,
  isLeftAlone,
  mayAsk,
  mayAskAgain,
  speaks,
  type PrinterEvent,
  type PrinterFacts,
} from '../status/identification.ts'
import type { DrawnLanguage } from '../../drawing/prescription/languages/payload.ts'
import type { SystemModel } from '../status/models/printer-model.ts'
import type { StatusLanguage } from '../status/printer-reading.ts'

interface Known extends PrinterFacts {
  /** When it left a question without an answer last; monotonic. */
  readonly unansweredMs: number
}

const NOTHING_KNOWN: Known = {
  answered: null,
  systemModel: null,
  printed: [],
  unanswered: 0,
  unansweredMs: 0,
}
/** Those that were heard of last. */
const MAX_PRINTERS = 200

export class PrinterFactsBook {
  readonly #factsByPrinter = new Map<string, Known>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  happened(printer: string, event: PrinterEvent): void {
    const before = this.#known(printer)
    const unansweredMs = event.kind === 'unanswered' ? this.#clock.monotonicMs() : before.unansweredMs
    this.#factsByPrinter.delete(printer)
    this.#factsByPrinter.set(printer, { ...factsAfter(before, event), unansweredMs })
    const [oldest] = this.#factsByPrinter.keys()
    if (this.#factsByPrinter.size > MAX_PRINTERS && oldest !== undefined) this.#factsByPrinter.delete(oldest)
  }

  /** The language in which it may be asked; null: it must not be asked. `systemModel`: as its system or itself names it. */
  language(printer: string, systemModel: SystemModel | null): StatusLanguage | null {
    return mayAsk({ ...this.#known(printer), systemModel })
  }

  /** The language that labels are drawn in for it; null: nothing tells. */
  drawn(printer: string, systemModel: SystemModel | null): DrawnLanguage | null {
    const language = speaks({ ...this.#known(printer), systemModel })
    return language === 'unknown' ? null : language
  }

  /** The same on a connection of the question's own: one that is left alone is asked again now and then. */
  languageAgain(printer: string, systemModel: SystemModel | null): StatusLanguage | null {
    const { unansweredMs, ...facts } = this.#known(printer)
    return mayAskAgain({ ...facts, systemModel }, this.#clock.monotonicMs() - unansweredMs)
  }

  /** It never answered, and nothing is asked behind its labels. */
  isLeftAlone(printer: string): boolean {
    return isLeftAlone(this.#known(printer))
  }

  #known(printer: string): Known {
    return this.#factsByPrinter.get(printer) ?? NOTHING_KNOWN
  }
}
