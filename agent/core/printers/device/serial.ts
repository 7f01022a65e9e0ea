// Printers on serial ports, as the setting Printers names them.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ReachFailpoint } from '../../failpoints/reach-failpoint.ts'
import type { PrinterBackend } from '../printer-backend.ts'
import { writeFailure } from '../write-outcome.ts'
import type { DeviceLimits } from './device.ts'
import { createDevicePrinters } from './device-printers.ts'
import { openSerialDevice } from './serial-device.ts'
import { importSerialPort, serialLibrary, type SerialPortClass } from './serial-library.ts'
import { lineText, parseSerialLine, type SerialLine } from './serial-line.ts'

export interface SerialPrinterParts {
  /** The printers that are listed, as the setting names them behind `serial:`; no other port is ever opened. */
  readonly ports: () => readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: SerialLimits
  readonly failpoint?: ReachFailpoint | undefined
  /** Left out: the library serialport. */
  readonly load?: () => Promise<SerialPortClass>
}

/** `stallMs` as on sockets; a close waits in Linux for up to 30 s for what the driver still holds. */
export type SerialLimits = Pick<DeviceLimits, 'openMs' | 'stallMs' | 'closeMs'>
export const SERIAL_LIMITS: SerialLimits = { openMs: 5_000, stallMs: 30_000, closeMs: 35_000 }

/** So small that a line of 1200 baud takes one within the stall limit, and that what is discarded is little. */
const CHUNK_BYTES = 1_024
/** Drivers hold a page, those of USB adapters up to this. */
const DRIVER_BYTES = 8_192
/** With start, parity and stop bit. */
const BITS_A_BYTE = 12

export function createSerialPrinters(parts: SerialPrinterParts): PrinterBackend {
  const { ports, clock, limits, logger, failpoint } = parts
  const library = serialLibrary(parts.load ?? importSerialPort, logger)
  const lines = (): SerialLine[] =>
    ports().flatMap((text) => {
      const line = parseSerialLine(text)
      return 'fault' in line ? [] : [line]
    })
  return createDevicePrinters({
    kind: 'serial',
    clock,
    failpoint,
    list: async () => {
      const named = lines()
      return named.length === 0 || (await library()) === null ? [] : named.map(listed)
    },
    find: async (address) => {
      const line = lines().find(({ port }) => port === address)
      if (line === undefined) return writeFailure('printer_not_found', false, 'not named in the settings')
      const loaded = await library()
      if (loaded === null)
        return writeFailure('address_not_usable', false, 'no library for serial ports here')
      return {
        open: async (events) => openSerialDevice({ library: loaded, line, clock }, events),
        chunkBytes: CHUNK_BYTES,
        limits: { ...limits, drainMs: limits.stallMs + (DRIVER_BYTES * BITS_A_BYTE * 1_000) / line.baud },
      }
    },
  })
}

function listed(line: SerialLine) {
  const place = { kind: 'port', name: line.port } as const
  return { id: `serial:${line.port}`, name: line.port.slice(0, 200), detail: lineText(line), place }
}
