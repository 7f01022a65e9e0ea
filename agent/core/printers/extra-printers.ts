// Printers that nothing finds by itself, as the setting Printers names them: network addresses and folders.
import path from 'node:path'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { parseTcpAddress } from './tcp-address.ts'

export const MAX_EXTRA_PRINTERS = 20

/** `tcp:192.168.1.50:9100,folder:/srv/labels`; blanks around the commas do not count. Words when an entry is none. */
export function parseExtraPrinters(text: string): readonly string[] | { readonly fault: string } {
  const ids = [...new Set(text.split(',').map((entry) => entry.trim()))]
  if (ids.length > MAX_EXTRA_PRINTERS) return { fault: `must be at most ${MAX_EXTRA_PRINTERS} printers` }
  const wrong = ids.find((id) => !isExtraPrinter(id))
  if (wrong !== undefined) return { fault: `must name printers; "${wrong.slice(0, 60)}" is none` }
  return ids
}

/** What stands behind `kind:` in those of that kind. */
export function addressesOf(kind: keyof typeof IS_ADDRESS, ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
}

/** By kind: what its addresses look like. */
const IS_ADDRESS = {
  tcp: (address: string) => parseTcpAddress(address) !== null,
  folder: (address: string) => path.isAbsolute(address),
}

function isExtraPrinter(id: string): boolean {
  if (!PrinterName.safeParse(id).success) return false
  const kind = Object.keys(IS_ADDRESS).find((one) => id.startsWith(`${one}:`)) as
    | keyof typeof IS_ADDRESS
    | undefined
  return kind !== undefined && IS_ADDRESS[kind](id.slice(kind.length + 1))
}
