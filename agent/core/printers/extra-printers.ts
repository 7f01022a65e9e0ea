// Printers that nothing finds by itself, as the setting Printers names them: network addresses and folders.
import path from 'node:path'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { parseTcpAddress } from './tcp-address.ts'

/** The addresses behind `tcp:` and the paths behind `folder:`. */
export interface ExtraPrinters {
  readonly tcp: readonly string[]
  readonly folder: readonly string[]
}

export const NO_EXTRA_PRINTERS: ExtraPrinters = { tcp: [], folder: [] }
export const MAX_EXTRA_PRINTERS = 20

/** `tcp:192.168.1.50:9100,folder:/srv/labels`; blanks around the commas do not count. Words when an entry is none. */
export function parseExtraPrinters(text: string): ExtraPrinters | { readonly fault: string } {
  const ids = [...new Set(text.split(',').map((entry) => entry.trim()))]
  if (ids.length > MAX_EXTRA_PRINTERS) return { fault: `must be at most ${MAX_EXTRA_PRINTERS} printers` }
  const wrong = ids.find((id) => !isExtraPrinter(id))
  if (wrong !== undefined) return { fault: `must name printers; "${wrong.slice(0, 60)}" is none` }
  return { tcp: addressesOf('tcp', ids), folder: addressesOf('folder', ids) }
}

function isExtraPrinter(id: string): boolean {
  if (!PrinterName.safeParse(id).success) return false
  if (id.startsWith('tcp:')) return parseTcpAddress(id.slice('tcp:'.length)) !== null
  return id.startsWith('folder:') && path.isAbsolute(id.slice('folder:'.length))
}

function addressesOf(kind: keyof ExtraPrinters, ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
}
