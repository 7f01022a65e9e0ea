// A printer as its computer names it: in reports, lists, settings and assignments.
import { z } from 'zod'
import { lineOfForeignText, withVisibleMarks } from './ids.ts'

/**
 * The documented PrinterName: the printer's id on its own computer, `kind:address` – `cups:ZD421`,
 * `tcp:192.168.1.50:9100`, `folder:/srv/labels`. At most 260 characters.
 */
export const PrinterName = lineOfForeignText(260).regex(/^[a-z]{2,12}:\S/, 'must look like cups:ZD421')

/** A printer of a computer. */
export const PrinterRow = z
  .strictObject({
    id: PrinterName,
    /** For people. */
    name: z.string().min(1).max(200).overwrite(withVisibleMarks),
    /** Model or place; an empty text when nothing is known. */
    detail: z.string().max(200).overwrite(withVisibleMarks),
  })
  .meta({ id: 'PrinterRow' })
export type PrinterRow = z.infer<typeof PrinterRow>

/** Printers that fit into one report. */
export const MAX_PRINTERS = 50
export const PrinterList = z.array(PrinterRow).max(MAX_PRINTERS)
export type PrinterList = z.infer<typeof PrinterList>

/** What people read where only the id is known: the address behind the kind. */
export function printerText(id: string): string {
  return id.slice(id.indexOf(':') + 1)
}
