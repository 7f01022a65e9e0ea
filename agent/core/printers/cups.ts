// Print queues of CUPS, by IPP over its local socket: raw bytes in, and the state of the job back.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { DEFAULT_PRINTER_PORT } from '@pharmacy-relay/shared/ids.ts'
import { askIpp } from './ipp-client.ts'
import { IPP_GROUP, ippNumber, ippText, type IppAttribute, type IppGroup } from './ipp-message.ts'
import type { Presence, PrinterBackend, PrinterInfo, PrintRequest } from './printer-backend.ts'
import type { SocketAddress } from './socket-writer.ts'
import { writeFailure, type WriteOutcome } from './write-outcome.ts'

export interface CupsPrinterParts {
  readonly socketPath: string
  readonly clock: Clock
  /** How long a queue may take over one label before it is taken back. */
  readonly jobMs: number
}

export const CUPS_JOB_MS = 90_000

const OPERATION = {
  printJob: 0x02,
  cancelJob: 0x08,
  jobAttributes: 0x09,
  printerAttributes: 0x0b,
  printers: 0x4002,
}
const NOT_FOUND = 0x0406
/** Statuses below are successes. */
const FIRST_ERROR = 0x0100
const JOB_STATE = { firstFinal: 7, completed: 9 }
const POLL_MS = { first: 50, last: 1_000 }
/** What CUPS itself allows in a name; `.` alone and `..` would be other addresses. */
const QUEUE_NAME = /^(?!\.{1,2}$)[^\s/#?%\p{Cc}]{1,127}$/u
const NO_DOCUMENT = new Uint8Array()

export function createCupsPrinters(parts: CupsPrinterParts): PrinterBackend {
  return {
    kind: 'cups',
    list: async () => listQueues(parts.socketPath),
    status: async (queue) => statusOf(parts.socketPath, queue),
    leadsTo: async (queue) => socketOf(parts.socketPath, queue),
    print: async (request) => {
      if (!QUEUE_NAME.test(request.address))
        return writeFailure('address_not_usable', false, 'not a queue name')
      return printRaw(parts, request)
    },
  }
}

/** Without a print server there are no printers. */
async function listQueues(socketPath: string): Promise<readonly PrinterInfo[]> {
  const wanted = ['printer-name', 'printer-info', 'printer-make-and-model']
  const answer = await askIpp(socketPath, '/', {
    operation: OPERATION.printers,
    attributes: [{ name: 'requested-attributes', kind: 'keyword', values: wanted }],
    document: NO_DOCUMENT,
  })
  if (!answer.ok) return []
  return answer.reply.groups.filter(({ tag }) => tag === IPP_GROUP.printer).flatMap(infoOf)
}

function infoOf(group: IppGroup): PrinterInfo[] {
  const queue = ippText(group, 'printer-name')
  if (queue === null || !QUEUE_NAME.test(queue)) return []
  const detail = ippText(group, 'printer-make-and-model') ?? ''
  const name = ippText(group, 'printer-info')?.trim() || queue
  return [{ id: `cups:${queue}`, name: name.slice(0, 200), detail: detail.slice(0, 200) }]
}

async function statusOf(socketPath: string, queue: string): Promise<Presence> {
  if (!QUEUE_NAME.test(queue)) return { state: 'absent', why: 'not the name of a print queue' }
  const answer = await askQueue(socketPath, queue)
  if (!answer.ok) return { state: 'unknown', why: 'the print server of this computer does not answer' }
  if (answer.reply.status >= FIRST_ERROR) return { state: 'absent', why: 'there is no such print queue' }
  const printer = answer.reply.groups.find(({ tag }) => tag === IPP_GROUP.printer)
  const message = printer === undefined ? null : ippText(printer, 'printer-state-message')
  return { state: 'present', why: message?.slice(0, 200) || 'the print queue exists' }
}

/** Of a queue whose device is `socket://HOST:PORT`; CUPS takes 9100 where the port is left out. */
async function socketOf(socketPath: string, queue: string): Promise<SocketAddress | null> {
  if (!QUEUE_NAME.test(queue)) return null
  const answer = await askQueue(socketPath, queue)
  const printer = answer.ok ? answer.reply.groups.find(({ tag }) => tag === IPP_GROUP.printer) : undefined
  const device = URL.parse((printer && ippText(printer, 'device-uri')) ?? '')
  if (device?.protocol !== 'socket:') return null
  return {
    host: device.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(device.port || DEFAULT_PRINTER_PORT),
  }
}

async function askQueue(socketPath: string, queue: string) {
  return askIpp(socketPath, pathOf(queue), {
    operation: OPERATION.printerAttributes,
    attributes: [printerUri(queue)],
    document: NO_DOCUMENT,
  })
}

async function printRaw(parts: CupsPrinterParts, request: PrintRequest): Promise<WriteOutcome> {
  const { address: queue, payload, title } = request
  const answer = await askIpp(parts.socketPath, pathOf(queue), {
    operation: OPERATION.printJob,
    attributes: [
      printerUri(queue),
      agentUser,
      { name: 'job-name', kind: 'name', values: [title.slice(0, 100)] },
      { name: 'document-format', kind: 'mime', values: ['application/vnd.cups-raw'] },
    ],
    document: payload,
  })
  if (!answer.ok) return writeFailure('queue_failed', answer.isSent, answer.cause)
  const { status, groups } = answer.reply
  const job = groups.find(({ tag }) => tag === IPP_GROUP.job)
  const jobId = job === undefined ? null : ippNumber(job, 'job-id')
  if (status === NOT_FOUND) return writeFailure('printer_not_found', false, '')
  if (status >= FIRST_ERROR) return writeFailure('queue_failed', false, `IPP status ${status.toString(16)}`)
  return jobId === null ? writeFailure('queue_failed', true, 'no job id') : followJob(parts, request, jobId)
}

/** A label that waits in a queue too long is taken back, or it would come out when nobody expects it any more. */
async function followJob(
  parts: CupsPrinterParts,
  request: PrintRequest,
  jobId: number,
): Promise<WriteOutcome> {
  const { clock, jobMs, socketPath } = parts
  const endMs = clock.monotonicMs() + jobMs
  for (let waitMs = POLL_MS.first; ; waitMs = Math.min(waitMs * 2, POLL_MS.last)) {
    const state = await jobState(socketPath, request.address, jobId)
    if (state === JOB_STATE.completed) return { ok: true }
    if (state !== null && state >= JOB_STATE.firstFinal)
      return writeFailure('queue_failed', true, `job state ${state}`)
    if (request.signal.aborted || clock.monotonicMs() >= endMs) {
      await askJob(socketPath, request.address, { jobId, operation: OPERATION.cancelJob })
      return writeFailure(request.signal.aborted ? 'stopped' : 'job_not_finished', true, '')
    }
    await waitFor(clock, waitMs, request.signal)
  }
}

async function jobState(socketPath: string, queue: string, jobId: number): Promise<number | null> {
  const answer = await askJob(socketPath, queue, { jobId, operation: OPERATION.jobAttributes })
  const job = answer.ok ? answer.reply.groups.find(({ tag }) => tag === IPP_GROUP.job) : undefined
  return job === undefined ? null : ippNumber(job, 'job-state')
}

async function askJob(
  socketPath: string,
  queue: string,
  job: { readonly jobId: number; readonly operation: number },
) {
  return askIpp(socketPath, '/', {
    operation: job.operation,
    attributes: [printerUri(queue), { name: 'job-id', kind: 'integer', values: [job.jobId] }, agentUser],
    document: NO_DOCUMENT,
  })
}

const agentUser: IppAttribute = { name: 'requesting-user-name', kind: 'name', values: ['pharmacy-relay'] }

function printerUri(queue: string): IppAttribute {
  return { name: 'printer-uri', kind: 'uri', values: [`ipp://localhost${pathOf(queue)}`] }
}

function pathOf(queue: string): string {
  return `/printers/${encodeURIComponent(queue)}`
}

async function waitFor(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(delayMs, resolve)
  const onAbort = (): void => resolve()
  signal.addEventListener('abort', onAbort)
  await promise
  cancel()
  signal.removeEventListener('abort', onAbort)
}
