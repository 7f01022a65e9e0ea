// The printers of this computer: those that its system knows, and those that the settings name.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import { createCupsPrinters, CUPS_JOB_MS, queueDevices } from '../printers/cups.ts'
import { createSerialPrinters, SERIAL_LIMITS } from '../printers/device/serial.ts'
import { createUsbPrinters, USB_LIMITS } from '../printers/device/usb.ts'
import { addressesOf, pinnedOf } from '../printers/extra-printers.ts'
import { createFolderPrinters } from '../printers/folder.ts'
import { CUPS_SOCKET } from '../printers/ipp-client.ts'
import type { PrinterBackend } from '../printers/printer-backend.ts'
import { createPrinters, type Printers } from '../printers/printers.ts'
import { SOCKET_LIMITS } from '../printers/socket-writer.ts'
import { createTcpPrinters } from '../printers/tcp.ts'
import type { PrinterTrust } from '../printers/tls/known-certificates.ts'
import { createTlsPrinters } from '../printers/tls/tls-printers.ts'
import { createWindowsPrinters } from '../printers/winspool/winspool.ts'

export interface PrintersParts {
  readonly clock: Clock
  readonly logger: Logger
  /** Ids of printers that nothing finds by itself. */
  readonly extraPrinters: () => readonly string[]
  /** Of the certificates of TLS printers; left out, there are no such printers. */
  readonly printerTrust?: PrinterTrust | undefined
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

export function printersOf(parts: PrintersParts): Printers {
  const { clock, logger, extraPrinters, printerTrust: trust, failpoint } = parts
  const sockets = { clock, limits: SOCKET_LIMITS, failpoint }
  const pinned = () => pinnedOf(extraPrinters())
  return createPrinters({
    clock,
    logger,
    backends: [
      process.platform === 'win32'
        ? createWindowsPrinters({ clock, logger })
        : createCupsPrinters({ socketPath: CUPS_SOCKET, clock, jobMs: CUPS_JOB_MS }),
      ...(process.platform === 'linux' ? [usbPrintersOf(clock, failpoint)] : []),
      createTcpPrinters({ ...sockets, addresses: () => addressesOf('tcp', extraPrinters()) }),
      ...(trust === undefined ? [] : [createTlsPrinters({ ...sockets, pinned, trust })]),
      createSerialPrinters({
        ports: () => addressesOf('serial', extraPrinters()),
        clock,
        logger,
        limits: SERIAL_LIMITS,
        failpoint,
      }),
      createFolderPrinters({ folders: () => addressesOf('folder', extraPrinters()), clock }),
    ],
  })
}

function usbPrintersOf(clock: Clock, failpoint: ReachFailpoint | undefined): PrinterBackend {
  return createUsbPrinters({
    sysRoot: '/sys',
    devRoot: '/dev',
    queueDevices: async () => queueDevices(CUPS_SOCKET),
    clock,
    limits: USB_LIMITS,
    failpoint,
  })
}
