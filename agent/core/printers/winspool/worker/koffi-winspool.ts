// The real spooler: winspool.drv through koffi, in synchronous calls, as a thread of its own may wait. Run under Wine, never on
// a Windows.
import type Koffi from 'koffi'
import { LOCAL_AND_CONNECTED, WINDOWS_ERROR, XPS_DRIVER } from '../constants.ts'
import type { SpooledPrinter, SpoolJob } from '../spooler-facts.ts'
import { field, number, text } from './field.ts'
import { driverStructure, jobStructure, printerStructure } from './structures.ts'
import { adminApi } from '../local/koffi-admin.ts'
import { portReader } from './tcp-port.ts'
import { usbPortReader } from './usb-ports.ts'
import { WindowsFailure, type Handle, type WinspoolApi } from './winspool-api.ts'
import { winspoolCalls, type WinspoolCalls } from './winspool-calls.ts'

/** So many jobs of one queue are looked at. */
const MAX_JOBS = 1_000
/** GetJob of a job that is gone says invalidParameter. Wine's says nothing; neither does its EnumJobs, which has no jobs. */
const [JOB_IS_GONE, NO_REASON] = [[WINDOWS_ERROR.invalidParameter, 0], 0]

/** Windows only. Throws Error when koffi or a library cannot be loaded. */
export async function koffiWinspool(): Promise<WinspoolApi> {
  // Here, so that no other system needs koffi's binary.
  const { default: koffi } = await import('koffi')
  const calls = winspoolCalls(koffi)
  return {
    ...listCalls(koffi, calls),
    ...queueCalls(koffi, calls),
    ...documentCalls(calls),
    ...jobCalls(koffi, calls),
    usbPorts: usbPortReader(koffi),
    tcpPort: portReader(koffi),
    admin: () => adminApi(koffi, calls),
  }
}

function listCalls(koffi: typeof Koffi, calls: WinspoolCalls): Pick<WinspoolApi, 'printers' | 'queue'> {
  const shape = printerStructure(koffi)
  return {
    printers: () => {
      const count: [number] = [0]
      const buffer = calls.answered('EnumPrintersW', (to, bytes, needed) =>
        calls.enumPrinters(LOCAL_AND_CONNECTED, null, 2, to, bytes, needed, count),
      )
      return count[0] === 0
        ? []
        : rows(koffi.decode(buffer, koffi.array(shape, count[0]))).map(spooledPrinter)
    },
    queue: (printer) => {
      const buffer = calls.answered('GetPrinterW', (to, bytes, needed) =>
        calls.getPrinter(printer, 2, to, bytes, needed),
      )
      const row: unknown = koffi.decode(buffer, shape)
      const { port, status, attributes } = spooledPrinter(row)
      return { port, status, attributes, jobs: number(field(row, 'cJobs')) }
    },
  }
}

function queueCalls(
  koffi: typeof Koffi,
  calls: WinspoolCalls,
): Pick<WinspoolApi, 'open' | 'close' | 'hasXpsDriver'> {
  const shape = driverStructure(koffi)
  return {
    open: (name) => {
      const printer: [Handle | null] = [null]
      calls.open(name, printer, null)
      if (printer[0] === null) throw new WindowsFailure('OpenPrinterW', NO_REASON)
      return printer[0]
    },
    close: (printer) => void calls.close(printer),
    hasXpsDriver: (printer) => {
      try {
        const buffer = calls.answered('GetPrinterDriverW', (to, bytes, needed) =>
          calls.getDriver(printer, null, 8, to, bytes, needed),
        )
        return (number(field(koffi.decode(buffer, shape), 'dwPrinterDriverAttributes')) & XPS_DRIVER) !== 0
      } catch (error) {
        if (error instanceof WindowsFailure) return false
        throw error
      }
    },
  }
}

function documentCalls(
  calls: WinspoolCalls,
): Pick<WinspoolApi, 'startDocument' | 'startPage' | 'write' | 'endPage' | 'endDocument' | 'abort'> {
  return {
    startDocument: (printer, { title, datatype }) =>
      number(calls.startDocument(printer, 1, { pDocName: title, pOutputFile: null, pDatatype: datatype })),
    startPage: (printer) => void calls.startPage(printer),
    write: (printer, bytes) => {
      const written: [number] = [0]
      calls.write(printer, bytes, bytes.length, written)
      return written[0]
    },
    endPage: (printer) => void calls.endPage(printer),
    endDocument: (printer) => void calls.endDocument(printer),
    abort: (printer) => void calls.abort(printer),
  }
}

function jobCalls(koffi: typeof Koffi, calls: WinspoolCalls): Pick<WinspoolApi, 'job' | 'jobs' | 'control'> {
  const shape = jobStructure(koffi)
  return {
    job: (printer, job) => {
      const buffer = unless(JOB_IS_GONE, () =>
        calls.answered('GetJobW', (to, bytes, needed) => calls.getJob(printer, job, 2, to, bytes, needed)),
      )
      return buffer === null ? null : spoolJob(koffi.decode(buffer, shape))
    },
    jobs: (printer) => {
      const count: [number] = [0]
      const buffer = unless([NO_REASON], () =>
        calls.answered('EnumJobsW', (to, bytes, needed) =>
          calls.enumJobs(printer, 0, MAX_JOBS, 2, to, bytes, needed, count),
        ),
      )
      if (buffer === null || count[0] === 0) return []
      return rows(koffi.decode(buffer, koffi.array(shape, count[0]))).map(spoolJob)
    },
    control: (printer, job, control) => calls.setJob(printer, job, 0, null, control) === true,
  }
}

/** Null when Windows fails with one of the codes. */
function unless(codes: readonly number[], ask: () => Buffer): Buffer | null {
  try {
    return ask()
  } catch (error) {
    if (error instanceof WindowsFailure && codes.includes(error.failure.code)) return null
    throw error
  }
}

function rows(decoded: unknown): unknown[] {
  return Array.isArray(decoded) ? decoded : []
}

function spooledPrinter(row: unknown): SpooledPrinter {
  return {
    name: text(field(row, 'pPrinterName')),
    port: text(field(row, 'pPortName')),
    driver: text(field(row, 'pDriverName')),
    comment: text(field(row, 'pComment')),
    location: text(field(row, 'pLocation')),
    status: number(field(row, 'Status')),
    attributes: number(field(row, 'Attributes')),
  }
}

function spoolJob(row: unknown): SpoolJob {
  return {
    id: number(field(row, 'JobId')),
    title: text(field(row, 'pDocument')),
    computer: text(field(row, 'pMachineName')).replace(/^\\+/, ''),
    status: number(field(row, 'Status')),
    printingMs: number(field(row, 'Time')),
    pages: number(field(row, 'PagesPrinted')),
  }
}
