// The printers of this computer: those that its system knows, and those that the settings name.
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { addressesOf } from '../printers/kinds/extra-printers.ts'
import { OPEN, type OpenParts } from '../printers/kinds/printer-kinds.ts'
import { createPrinters, type Printers } from '../printers/printers.ts'

export interface PrintersParts extends Omit<OpenParts, 'named'> {
  /** Ids of printers that nothing finds by itself. */
  readonly extraPrinters: () => readonly string[]
}

export function printersOf({ extraPrinters, ...parts }: PrintersParts): Printers {
  const kinds = Object.keys(OPEN) as PrinterKind[]
  return createPrinters({
    clock: parts.clock,
    logger: parts.logger,
    backends: kinds.flatMap(
      (kind) => OPEN[kind]({ ...parts, named: () => addressesOf(kind, extraPrinters()) }) ?? [],
    ),
  })
}
