// What a printer said about itself at one moment.
import { holdsLabels, type PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'

/** Languages in which a printer can be asked. */
export type StatusLanguage = 'zpl' | 'epl' | 'tspl' | 'escpos' | 'brother'

export interface PrinterReading {
  /** `ipp`: the print queue of the system said it, not the printer itself. */
  readonly language: StatusLanguage | 'ipp'
  /** As the printer names itself; null when it does not. */
  readonly model: string | null
  /** Nothing waits, nothing is being printed, nothing stops it. Null: it did not say enough. */
  readonly isIdle: boolean | null
  /** Formats in the receive buffer; null when not told, as in all that follow. */
  readonly formatsInBuffer: number | null
  /** Labels of the batch that is being printed. */
  readonly labelsRemaining: number | null
  /** The printer stands inside a format whose end has not come. */
  readonly isPartialFormat: boolean | null
  /** What is the matter with it; empty when nothing was told. */
  readonly conditions: readonly PrinterCondition[]
  /** Labels in the printer's life. Counters of length are not read as labels. */
  readonly odometer: number | null
  /** Wall clock, ms since 1970. */
  readonly atMs: number
}

/** What one look at the bytes of an answer gives. */
export interface ParsedAnswer extends Omit<PrinterReading, 'language' | 'atMs'> {
  /** Everything that was asked has been answered. */
  readonly isWhole: boolean
}

/** How printers of one language are asked, and what they answer. */
export interface StatusAdapter {
  readonly language: StatusLanguage
  /** All questions in one; a printer of this language prints nothing for them. */
  readonly question: Uint8Array
  /** Takes any bytes, also the beginning of an answer; the first 64 KiB count. Null when there is no answer in them. */
  readonly parse: (bytes: Uint8Array) => ParsedAnswer | null
}

export const MAX_ANSWER_BYTES = 65_536

/** For an answer that tells nothing beside what is the matter. */
export const NOTHING_TOLD = {
  model: null,
  isIdle: null,
  formatsInBuffer: null,
  labelsRemaining: null,
  isPartialFormat: null,
  odometer: null,
} as const satisfies Partial<ParsedAnswer>

/** The answer as text in which every byte is one character. */
export function answerText(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, MAX_ANSWER_BYTES)).toString('latin1')
}

/** Those whose bit is set, each once; `fault` for a bit that the table does not name. */
export function conditionsOf(
  bits: number,
  table: readonly (readonly [bit: number, condition: PrinterCondition])[],
): PrinterCondition[] {
  const named = table.filter(([bit]) => (bits & bit) !== 0).map(([, condition]) => condition)
  const known = table.reduce((sum, [bit]) => sum | bit, 0)
  const isFault = (bits & ~known) !== 0
  return [...new Set<PrinterCondition>(isFault ? [...named, 'fault'] : named)]
}

/** Why the printer itself says that it has stopped; empty while it goes on. A queue of the system may repeat old tales. */
export function stopsIn({
  language,
  conditions,
}: Pick<PrinterReading, 'language' | 'conditions'>): PrinterCondition[] {
  return language === 'ipp' ? [] : conditions.filter(holdsLabels)
}

/** A ZPL answer of which host status is missing and that names nothing does not say that nothing is the matter. */
export function tellsConditions(
  reading: Pick<PrinterReading, 'language' | 'conditions' | 'isIdle'>,
): boolean {
  const { language, conditions, isIdle } = reading
  return language !== 'zpl' || isIdle !== null || conditions.length > 0
}
