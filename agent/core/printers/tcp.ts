// Printers with a raw TCP port of their own, as label printers have on 9100.
import type { PrinterBackend, PrinterInfo } from './printer-backend.ts'
import { createSocketPrinters, type SocketPrinterParts } from './socket-printers.ts'
import { parseTcpAddress } from './tcp-address.ts'

export interface TcpPrinterParts extends Pick<SocketPrinterParts, 'clock' | 'limits' | 'failpoint'> {
  /** The printers that are listed, as HOST:PORT; any other address can be printed to as well. */
  readonly addresses: () => readonly string[]
}

export function createTcpPrinters({ addresses, ...parts }: TcpPrinterParts): PrinterBackend {
  return createSocketPrinters({
    ...parts,
    kind: 'tcp',
    listed: () => addresses().map(listed),
    parse: parseTcpAddress,
  })
}

function listed(address: string): PrinterInfo {
  const socket = parseTcpAddress(address)
  const place = socket === null ? null : ({ kind: 'socket', ...socket, secured: null } as const)
  return { id: `tcp:${address}`, name: address.slice(0, 200), detail: 'network printer', place }
}
