// Every kind of printer in one table: how the settings name one, and how this computer reaches such printers.
import path from 'node:path'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import { createCupsPrinters, CUPS_JOB_MS, queueDevices } from '../cups.ts'
import { createSerialPrinters, SERIAL_LIMITS } from '../device/serial.ts'
import { parseSerialLine } from '../device/serial-line.ts'
import { createUsbPrinters, USB_LIMITS } from '../device/usb.ts'
import { createFolderPrinters } from '../folder.ts'
import { CUPS_SOCKET } from '../ipp-client.ts'
import type { PrinterBackend } from '../printer-backend.ts'
import { SOCKET_LIMITS } from '../socket-writer.ts'
import { parseTcpAddress } from '../tcp-address.ts'
import { createTcpPrinters } from '../tcp.ts'
import type { PrinterTrust } from '../tls/known-certificates.ts'
import { parsePinnedAddress, pinnedAddresses } from '../tls/pinned-address.ts'
import { createTlsPrinters } from '../tls/tls-printers.ts'
import { createWindowsPrinters } from '../winspool/winspool.ts'

export interface OpenParts {
  readonly clock: Clock
  readonly logger: Logger
  /** Of this kind, what the settings name: the part behind the colon. */
  readonly named: () => readonly string[]
  /** Of the certificates of TLS printers; left out, there are no such printers. */
  readonly printerTrust?: PrinterTrust | undefined
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

interface NamedKind {
  /** For the help of the setting Printers. */
  readonly forms: readonly string[]
  /** What is wrong with the part behind the colon, as the end of a sentence; null: nothing. */
  readonly fault: (address: string) => string | null
}

interface PrinterKindRow {
  /** Null where the system finds them. */
  readonly inSettings: NamedKind | null
  /** Null where this computer can have none. */
  readonly open: (parts: OpenParts) => PrinterBackend | null
}

const NONE = 'is none'

/** In the order in which printers are listed. */
export const KINDS: Readonly<Record<PrinterKind, PrinterKindRow>> = {
  win: {
    inSettings: null,
    open: (parts) => (process.platform === 'win32' ? createWindowsPrinters(parts) : null),
  },
  cups: {
    inSettings: null,
    open: ({ clock }) =>
      process.platform === 'win32'
        ? null
        : createCupsPrinters({ socketPath: CUPS_SOCKET, clock, jobMs: CUPS_JOB_MS }),
  },
  usb: {
    inSettings: null,
    open: (parts) => (process.platform === 'linux' ? usbPrinters(parts) : null),
  },
  tcp: {
    inSettings: {
      forms: ['tcp:HOST:PORT'],
      fault: (address) => (parseTcpAddress(address) === null ? NONE : null),
    },
    open: ({ clock, failpoint, named }) =>
      createTcpPrinters({ clock, failpoint, limits: SOCKET_LIMITS, addresses: named }),
  },
  tls: {
    inSettings: {
      forms: ['tls:HOST:PORT', 'tls:HOST:PORT#sha256=DIGITS'],
      fault: (address) => (parsePinnedAddress(address) === null ? NONE : null),
    },
    open: ({ clock, failpoint, named, printerTrust: trust }) => {
      if (trust === undefined) return null
      const pinned = () => pinnedAddresses(named())
      return createTlsPrinters({ clock, failpoint, limits: SOCKET_LIMITS, pinned, trust })
    },
  },
  serial: {
    inSettings: {
      forms: ['serial:PORT', 'serial:PORT?baud=19200&flow=rtscts'],
      fault: (address) => {
        const line = parseSerialLine(address)
        return 'fault' in line ? `${NONE}: ${line.fault}` : null
      },
    },
    open: ({ clock, logger, failpoint, named }) =>
      createSerialPrinters({ clock, logger, failpoint, limits: SERIAL_LIMITS, ports: named }),
  },
  folder: {
    inSettings: {
      forms: ['folder:PATH'],
      fault: (address) => (path.isAbsolute(address) ? null : NONE),
    },
    open: ({ clock, named }) => createFolderPrinters({ clock, folders: named }),
  },
}

function usbPrinters({ clock, failpoint }: OpenParts): PrinterBackend {
  return createUsbPrinters({
    sysRoot: '/sys',
    devRoot: '/dev',
    queueDevices: async () => queueDevices(CUPS_SOCKET),
    clock,
    limits: USB_LIMITS,
    failpoint,
  })
}
