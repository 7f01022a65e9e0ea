// Hands one label to a queue, whole or not at all as far as Windows allows: every call is checked, the last one too.
import { JOB_CONTROL } from '../constants.ts'
import type { HandOver, SpoolFailure, TakenBack } from '../spooler-facts.ts'
import { mayWrite } from '../write-gate.ts'
import { WindowsFailure, type Handle, type WinspoolApi } from './winspool-api.ts'

export interface Document {
  readonly title: string
  readonly payload: Uint8Array
  readonly gate: SharedArrayBuffer
}

/** Bytes in one call of WritePrinter. */
const CHUNK_BYTES = 65_536
/** winerror.h: nobody waits for it any more; and WritePrinter took nothing and did not say why. */
const [OPERATION_ABORTED, WRITE_FAULT] = [995, 29]

/** Drivers of version 4 take RAW for a document of their own, of which nothing comes out: Microsoft KB 2779300. */
export function handOver(api: WinspoolApi, printer: Handle, document: Document): HandOver {
  const { title } = document
  const datatype = api.hasXpsDriver(printer) ? 'XPS_PASS' : 'RAW'
  const job = attempt(() => api.startDocument(printer, { title, datatype }))
  if ('failure' in job) return { kind: 'failed', hasWritten: false, takenBack: null, failure: job.failure }
  const progress = { ...document, hasWritten: false }
  const written = attempt(() => writeDocument(api, printer, progress))
  if (!('failure' in written)) return { kind: 'queued', job: job.value }
  const takenBack = takeBack(api, printer, { job: job.value, isOpen: true })
  return { kind: 'failed', failure: written.failure, hasWritten: progress.hasWritten, takenBack }
}

/**
 * Paused first, so that it cannot begin between the look and its end: what was paused and had not begun has left nothing at
 * the printer. `isOpen`: it is still being written on this handle.
 */
export function takeBack(
  api: WinspoolApi,
  printer: Handle,
  { job, isOpen }: { readonly job: number; readonly isOpen: boolean },
): TakenBack {
  const look = () => {
    const seen = attempt(() => api.job(printer, job))
    return 'failure' in seen ? null : seen.value
  }
  const wasPaused = api.control(printer, job, JOB_CONTROL.pause)
  const before = look()
  if (isOpen) api.abort(printer)
  api.control(printer, job, JOB_CONTROL.delete)
  return { wasPaused, before, after: look() }
}

function writeDocument(
  api: WinspoolApi,
  printer: Handle,
  progress: Document & { hasWritten: boolean },
): void {
  const { payload, gate } = progress
  api.startPage(printer)
  if (!mayWrite(gate)) throw new WindowsFailure('WritePrinter', OPERATION_ABORTED)
  // Also when the first call fails: how much of it went on is not always told.
  progress.hasWritten = true
  for (let at = 0; at < payload.length;) {
    const taken = api.write(printer, payload.subarray(at, at + CHUNK_BYTES))
    if (taken <= 0) throw new WindowsFailure('WritePrinter', WRITE_FAULT)
    at += taken
  }
  api.endPage(printer)
  // Some drivers and ports take every byte and fail here only.
  api.endDocument(printer)
}

function attempt<T>(work: () => T): { readonly value: T } | { readonly failure: SpoolFailure } {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof WindowsFailure) return { failure: error.failure }
    throw error
  }
}
