// Printers as a person reads them.
import type { PrinterRow } from '@pharmacy-relay/shared/printer.ts'
import { table } from '../text.ts'

export function printersText(printers: readonly PrinterRow[]): string {
  if (printers.length === 0)
    return 'No printers were found. A network printer is named by:\n  agent settings set Printers tcp:HOST:9100\n'
  return table(
    [['Printer', 'Name', 'Detail'], ...printers.map(({ id, name, detail }) => [id, name, detail])],
    2,
  )
}
