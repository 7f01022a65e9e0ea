// Makes the words of a health: the level, and the first cause with the computer that has it.
import {
  isSettling,
  type Health,
  type HealthCode,
  type HealthLevel,
  type ReportedHealth,
} from '../labels/health.ts'
import type { PrinterCondition } from '../printer-condition.ts'
import { printerText } from '../printer.ts'

/** What the words of a cause may name; empty or 0 where a cause has none. */
export interface HealthNamed {
  readonly printer: string
  readonly port: number
}

export interface HealthWords {
  readonly levels: Readonly<Record<HealthLevel, string>>
  /** In place of the level, while something is being set up. */
  readonly settling: string
  readonly causes: Readonly<Record<HealthCode, (named: HealthNamed) => string>>
  /** Of several computers of a pharmacy, in place of `no_role`. */
  readonly noRoles: string
  /** Of a printer, in place of the cause. */
  readonly conditions: Readonly<Record<PrinterCondition, string>>
}

/** Whether labels come out, in a word. */
export function levelText(health: Pick<ReportedHealth, 'level' | 'cause'>, words: HealthWords): string {
  return isSettling(health) ? words.settling : words.levels[health.level]
}

/** The first cause in some words, without the computer; null without a cause. */
export function causeText(
  { cause, at }: Pick<ReportedHealth, 'cause'> & { readonly at?: Health['at'] },
  words: HealthWords,
): string | null {
  if (cause === null) return null
  if (cause.code === 'no_role' && at === null) return words.noRoles
  const { condition, printer = '', port = 0 } = cause.params
  if (condition !== undefined) return words.conditions[condition]
  return words.causes[cause.code]({ printer: printerText(printer), port })
}
