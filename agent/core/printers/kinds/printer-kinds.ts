// How this computer reaches printers of each kind. How the settings name them is named-kinds.ts, which opens nothing.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import { createCupsPrinters, CUPS_JOB_MS, queueDevices } from '../cups.ts'
import { createSerialPrinters, SERIAL_LIMITS } from '../device/serial.ts'
import { createUsbPrinters, USB_LIMITS } from '../device/usb.ts'
import { createFolderPrinters } from '../folder.ts'
import { CUPS_SOCKET } from '../ipp-client.ts'
import type { PrinterBackend } from '../printer-backend.ts'
import { SOCKET_LIMITS } from '../socket-writer.ts'
import { createTcpPrinters } from '../tcp.ts'
import type { PrinterTrust } from '../tls/known-certificates.ts'
import { pinnedAddresses } from '../tls/pinned-address.ts'
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

/** Null where this computer can have none. */
type Open = (parts: OpenParts) => PrinterBackend | null

/** In the order in which printers are listed. */
export const OPEN: Readonly<Record<PrinterKind, Open>> = {
  win: (parts) => (process.platform === 'win32' ? createWindowsPrinters(parts) : null),
  cups: ({ clock }) =>
    process.platform === 'win32'
      ? null
      : createCupsPrinters({ socketPath: CUPS_SOCKET, clock, jobMs: CUPS_JOB_MS }),
  usb: (parts) => (process.platform === 'linux' ? usbPrinters(parts) : null),
  tcp: ({ clock, failpoint, named }) =>
    createTcpPrinters({ clock, failpoint, limits: SOCKET_LIMITS, addresses: named }),
  tls: ({ clock, failpoint, named, printerTrust: trust }) => {
    if (trust === undefined) return null
    const pinned = () => pinnedAddresses(named())
    return createTlsPrinters({ clock, failpoint, limits: SOCKET_LIMITS, pinned, trust })
  },
  serial: ({ clock, logger, failpoint, named }) =>
    createSerialPrinters({ clock, logger, failpoint, limits: SERIAL_LIMITS, ports: named }),
  folder: ({ clock, named }) => createFolderPrinters({ clock, folders: named }),
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
