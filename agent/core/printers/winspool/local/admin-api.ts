// What is called of Windows to add and remove a printer. koffi-admin.ts has it for real.
import type { LocalPort } from '../spooler-facts.ts'

export interface NewPrinter {
  readonly name: string
  readonly port: string
  readonly driver: string
  readonly comment: string
}

/** Each throws WindowsFailure where it says nothing else. */
export interface AdminApi {
  /** Of Windows' TCP/IP port monitor; null when it has no such port, or one that is not for raw bytes. */
  port(name: string): LocalPort | null
  /** AddPort, ConfigPort or DeletePort, to the monitor of TCP/IP ports. */
  tellMonitor(command: 'AddPort' | 'ConfigPort' | 'DeletePort', data: Uint8Array): void
  /** The printers of this computer alone, with their ports. */
  queues(): readonly { readonly name: string; readonly port: string }[]
  addPrinter(printer: NewPrinter): void
  deletePrinter(name: string): void
  /** One that Windows brings with it; takes seconds. */
  installDriver(name: string): void
}
