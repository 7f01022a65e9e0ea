// How the settings name a printer of each kind; tray and command line read settings too, and open no printer.
import path from 'node:path'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import { parseSerialLine } from '../device/serial-line.ts'
import { parseTcpAddress } from '../tcp-address.ts'
import { parsePinnedAddress } from '../tls/pinned-address.ts'

interface NamedKind {
  /** For the help of the setting Printers. */
  readonly forms: readonly string[]
  /** What is wrong with the part behind the colon, as the end of a sentence; null: nothing. */
  readonly fault: (address: string) => string | null
}

const NONE = 'is none'

/** Null where the system finds them. */
export const NAMED: Readonly<Record<PrinterKind, NamedKind | null>> = {
  win: null,
  cups: null,
  usb: null,
  tcp: {
    forms: ['tcp:HOST:PORT'],
    fault: (address) => (parseTcpAddress(address) === null ? NONE : null),
  },
  tls: {
    forms: ['tls:HOST:PORT', 'tls:HOST:PORT#sha256=DIGITS'],
    fault: (address) => (parsePinnedAddress(address) === null ? NONE : null),
  },
  serial: {
    forms: ['serial:PORT', 'serial:PORT?baud=19200&flow=rtscts'],
    fault: (address) => {
      const line = parseSerialLine(address)
      return 'fault' in line ? `${NONE}: ${line.fault}` : null
    },
  },
  folder: {
    forms: ['folder:PATH'],
    fault: (address) => (path.isAbsolute(address) ? null : NONE),
  },
}
