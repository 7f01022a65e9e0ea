// What is called of Windows' spooler, by one thread and one call at a time. koffi-winspool.ts has it for real.
import type { AdminApi } from '../local/admin-api.ts'
import type { QueueFacts, SpooledPrinter, SpoolFailure, SpoolJob } from '../spooler-facts.ts'

/** A pointer that Windows hands out; only ever handed back. */
export type Handle = NonNullable<unknown>

/** Each throws WindowsFailure where it says nothing else. */
export interface WinspoolApi {
  printers(): SpooledPrinter[]
  open(name: string): Handle
  /** Never throws. */
  close(printer: Handle): void
  queue(printer: Handle): Omit<QueueFacts, 'isUnplugged' | 'leadsHere'> & { readonly port: string }
  /** False also where the driver cannot be asked. */
  hasXpsDriver(printer: Handle): boolean
  /** The number of the job. */
  startDocument(printer: Handle, document: { readonly title: string; readonly datatype: string }): number
  startPage(printer: Handle): void
  /** Bytes that were taken, maybe fewer than there are. */
  write(printer: Handle, bytes: Uint8Array): number
  endPage(printer: Handle): void
  endDocument(printer: Handle): void
  /** Throws away the document that is being written, as far as it has not been printed. Never throws. */
  abort(printer: Handle): void
  /** Null when the queue has it no more. */
  job(printer: Handle, job: number): SpoolJob | null
  jobs(printer: Handle): SpoolJob[]
  /** `control`: JOB_CONTROL. Whether Windows did it; never throws. */
  control(printer: Handle, job: number, control: number): boolean
  /** Numbers of the USB printer ports whose device is plugged in; null when that cannot be told. */
  usbPorts(): number[] | null
  /** Of a port of Windows' TCP/IP port monitor that hands on raw bytes; null for every other port. */
  tcpPort(port: string): { readonly host: string; readonly port: number } | null
  /** Adds and removes printers and ports; made when somebody does. */
  admin(): AdminApi
}

export class WindowsFailure extends Error {
  readonly failure: SpoolFailure

  constructor(step: string, code: number) {
    super(`${step}: Windows error ${code}`)
    this.failure = { step, code }
  }
}
