// Printers that nothing finds by itself, as the setting Printers names them: network addresses, serial ports and folders.
import path from 'node:path'
import { PrinterName } from '@pharmacy-relay/shared/printer.ts'
import { parseSerialLine } from './device/serial-line.ts'
import { parseTcpAddress } from './tcp-address.ts'
import { parsePinnedAddress, type PinnedAddress } from './tls/pinned-address.ts'

export const MAX_EXTRA_PRINTERS = 20

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
export function addressesOf(kind: keyof typeof FAULTS, ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1))
}

/** The TLS printers in those, with the certificates that they pin. */
export function pinnedOf(ids: readonly string[]): PinnedAddress[] {
  return addressesOf('tls', ids).flatMap((address) => parsePinnedAddress(address) ?? [])
}

const NONE = 'is none'

/** By kind: what is wrong with an address of it. */
const FAULTS = {
  tcp: (address: string) => (parseTcpAddress(address) === null ? NONE : null),
  tls: (address: string) => (parsePinnedAddress(address) === null ? NONE : null),
  folder: (address: string) => (path.isAbsolute(address) ? null : NONE),
  serial: (address: string) => {
    const line = parseSerialLine(address)
    return 'fault' in line ? `is none: ${line.fault}` : null
  },
}

function faultOf(id: string): string | null {
  if (!PrinterName.safeParse(id).success) return NONE
  const kind = Object.keys(FAULTS).find((one) => id.startsWith(`${one}:`)) as keyof typeof FAULTS | undefined
  return kind === undefined ? NONE : FAULTS[kind](id.slice(kind.length + 1))
}
