// Free text of devices as the database can keep it and a page can show it.
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'

/** Control characters become spaces and halves of surrogate pairs a mark; the length stays. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')
}

export function plainPrinters(printers: PrinterList): PrinterList {
  return printers.map(({ id, name, detail }) => ({ id, name: plainText(name), detail: plainText(detail) }))
}
