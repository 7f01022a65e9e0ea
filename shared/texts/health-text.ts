// Makes the words of a health: the level, and the first cause with the computer that has it.
import type { HealthCode, HealthLevel, ReportedHealth } from '../labels/health.ts'
import type { PrinterCondition } from '../printer-condition.ts'
import { printerText } from '../printer.ts'

/** What the words of a cause may name; empty or 0 where a cause has none. */
export interface HealthNamed {
  readonly printer: string
  readonly port: number
}

export interface HealthWords {
  readonly levels: Readonly<Record<HealthLevel, string>>
  readonly causes: Readonly<Record<HealthCode, (named: HealthNamed) => string>>
  /** Of a printer, in place of the cause. */
  readonly conditions: Readonly<Record<PrinterCondition, string>>
}

/** The first cause in some words, without the computer; null without a cause. */
export function causeText({ cause }: Pick<ReportedHealth, 'cause'>, words: HealthWords): string | null {
  if (cause === null) return null
  const { condition, printer = '', port = 0 } = cause.params
  if (condition !== undefined) return words.conditions[condition]
  return words.causes[cause.code]({ printer: printerText(printer), port })
}
