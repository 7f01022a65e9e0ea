// The back end for serial printers with one port in its setting, as tests want it.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterBackend, PrintRequest } from '../../printer-backend.ts'
import { createSerialPrinters, SERIAL_LIMITS, type SerialPrinterParts } from '../serial.ts'

export const LABEL = Buffer.from('^XA^FO20,20^A0N,28,28^FDRx^FS^XZ')

export function serialPrinters(port: string, more: Partial<SerialPrinterParts> = {}): PrinterBackend {
  const usual = { clock: systemClock, limits: SERIAL_LIMITS, logger: silentLogger }
  return createSerialPrinters({ ports: () => [port], ...usual, ...more })
}

export function labelTo(address: string, payload: Uint8Array = LABEL): PrintRequest {
  return { address, payload, title: 'label 1', signal: new AbortController().signal }
}
