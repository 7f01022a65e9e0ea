// Looks at the printers of this computer every minute, and when one was plugged in or out; says when the list has changed.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { MAX_PRINTERS, PrinterRow, type PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { fairly } from './listing/fairly.ts'
import type { PrinterInfo } from './printer-backend.ts'
import type { Printers } from './printers.ts'
import { shownOnce } from './same-printer.ts'

export interface PrinterWatchParts {
  readonly printers: Pick<Printers, 'list' | 'watch'>
  /** The printer that labels come out of, or are to; null where there is none. */
  readonly chosen: () => string | null
  readonly clock: Clock
  readonly onChange: () => void
}

export const LOOK_MS = 60_000

export class PrinterWatch {
  readonly #parts: PrinterWatchParts
  #list: PrinterList | null = null
  #looking: Promise<PrinterList> | null = null
  #cancel: Cancel = () => undefined
  #unwatch: Cancel = () => undefined
  #isStopped = false

  constructor(parts: PrinterWatchParts) {
    this.#parts = parts
  }

  start(): void {
    this.#unwatch = this.#parts.printers.watch(() => void this.lookAgain())
    void this.look()
  }

  /** As it was when somebody looked last; null before the first look. */
  list(): PrinterList | null {
    return this.#list
  }

  /** Asks all back ends, and shows each printer once; takes seconds; several who ask at once share one look. */
  async look(): Promise<PrinterList> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null))
    return this.#looking
  }

  /** After a change that a look under way may have missed. */
  async lookAgain(): Promise<PrinterList> {
    await this.#looking
    return this.look()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#unwatch()
  }

  async #look(): Promise<PrinterList> {
    const list = rowsOf(shownOnce(await this.#parts.printers.list(), this.#parts.chosen()))
    if (this.#isStopped) return list
    this.#cancel()
    this.#cancel = this.#parts.clock.after(LOOK_MS, () => void this.look())
    const hasChanged = JSON.stringify(list) !== JSON.stringify(this.#list)
    this.#list = list
    if (hasChanged) this.#parts.onChange()
    return list
  }
}

/** Of those that the contract can name; where they are too many, some of each kind. */
function rowsOf(printers: readonly PrinterInfo[]): PrinterList {
  const byKind = Map.groupBy(printers, ({ id }) => id.slice(0, id.indexOf(':')))
  return fairly([...byKind.values()].map(firstRows), MAX_PRINTERS)
}

/** No more than can be shown: hundreds are not parsed in a moment, and a label waits meanwhile. */
function firstRows(printers: readonly PrinterInfo[]): PrinterRow[] {
  const rows: PrinterRow[] = []
  for (const { id, name, detail } of printers) {
    if (rows.length === MAX_PRINTERS) break
    const row = PrinterRow.safeParse({ id, name, detail })
    if (row.success) rows.push(row.data)
  }
  return rows
}
