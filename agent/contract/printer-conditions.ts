// What is the matter with the printer that labels come out of, as a computer's status tells it: its own, or another computer's. Pure.
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { PrintingStatus } from './agent-api.ts'

/** Empty when nothing is the matter or nothing is known. */
export function printerConditions(
  printing: Pick<PrintingStatus, 'printer' | 'printerThere'> | null,
): readonly PrinterCondition[] {
  return printing?.printer?.conditions ?? printing?.printerThere?.conditions ?? []
}
