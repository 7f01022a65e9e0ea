// Printers that nothing finds by itself, as the setting Printers names them: network addresses, serial ports and folders.
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { printerKind, type PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { pinnedAddresses, type PinnedAddress } from '../tls/pinned-address.ts'
import { NAMED } from './named-kinds.ts'

export const MAX_EXTRA_PRINTERS = 20

/** How such printers are named, for the help of the setting. */
export const EXTRA_PRINTER_FORMS = Object.values(NAMED).flatMap((named) => named?.forms ?? [])

/**
 * `tcp:192.168.1.50:9100,serial:/dev/ttyUSB0?baud=19200,folder:/srv/labels`; blanks around the commas do not count. Words when
 * an entry is none.
 */
export function parseExtraPrinters(text: string): readonly string[] | { readonly fault: string } {
  const ids = [...new Set(text.split(',').map((entry) => entry.trim()))]
  if (ids.length > MAX_EXTRA_PRINTERS) return { fault: `must be at most ${MAX_EXTRA_PRINTERS} printers` }
  for (const id of ids) {
    const fault = faultOf(id)
    if (fault !== null) return { fault: `must name printers; "${id.slice(0, 60)}" ${fault}` }
  }
  const ports = addressesOf('serial', ids).map((address) => address.split('?')[0])
  const twice = ports.find((port, index) => ports.indexOf(port) !== index)
  return twice === undefined ? ids : { fault: `must name each serial port once; ${twice} stands twice` }
}

/** What stands behind `kind:` in those of that kind. */
export function addressesOf(kind: PrinterKind, ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
}

/** The TLS printers in those, with the certificates that they pin. */
export function pinnedOf(ids: readonly string[]): PinnedAddress[] {
  return pinnedAddresses(addressesOf('tls', ids))
}

function faultOf(id: string): string | null {
  const kind = printerKind(id)
  const named = kind === 'other' ? null : NAMED[kind]
  if (named === null || !PrinterName.safeParse(id).success) return 'is none'
  return named.fault(id.slice(kind.length + 1))
}
