// Questions to one print queue of CUPS over its local socket: whether it takes jobs, what is the matter, which are ours.
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { askIpp, type IppAnswer, type IppFailure } from './ipp-client.ts'
import { IPP_GROUP, ippNumber, ippText, ippTexts, type IppAttribute, type IppGroup } from './ipp-message.ts'

/** What CUPS itself allows in a name; `.` alone and `..` would be other addresses. */
export const QUEUE_NAME = /^(?!\.{1,2}$)[^\s/#?%\p{Cc}]{1,127}$/u

export const OPERATION = {
  printJob: 0x02,
  cancelJob: 0x08,
  jobAttributes: 0x09,
  jobs: 0x0a,
  printerAttributes: 0x0b,
  printers: 0x4002,
}
export const NOT_FOUND = 0x0406
/** Statuses below are successes. */
export const FIRST_ERROR = 0x0100
export const NO_DOCUMENT = new Uint8Array()
export const OUR_USER: IppAttribute = {
  name: 'requesting-user-name',
  kind: 'name',
  values: ['pharmacy-relay'],
}
const STOPPED = 5

/** At most 8 s; null when the print server does not answer, `absent` when it has no such queue. */
export async function askQueue(socketPath: string, queue: string): Promise<QueueState | 'absent' | null> {
  const answer = await askIpp(socketPath, pathOf(queue), {
    operation: OPERATION.printerAttributes,
    attributes: [printerUri(queue)],
    document: NO_DOCUMENT,
  })
  if (!answer.ok) return null
  if (answer.reply.status >= FIRST_ERROR) return 'absent'
  const printer = answer.reply.groups.find(({ tag }) => tag === IPP_GROUP.printer)
  return printer === undefined ? null : queueState(printer)
}

/**
 * Of all queues, page by page: thousands in one answer would hold up the labels of both sides, as cupsd has one thread and so have we.
 * Between two pages is a pause, so that a list takes a third of this thread's time. `wanted`: beside their names. `onQueue` gets
 * each queue once, and keeps what it needs of it: what stays from page to page has to be collected later, all at once.
 */
export async function askQueues(
  socketPath: string,
  wanted: readonly string[],
  onQueue: (queue: IppGroup, name: string) => void,
): Promise<{ readonly ok: true } | IppFailure> {
  // One for all pages, as a question may be asked twice.
  const connection = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    return await askPages({ socketPath, wanted, connection }, onQueue)
  } finally {
    connection.destroy()
  }
}

async function askPages(
  parts: PageParts,
  onQueue: (queue: IppGroup, name: string) => void,
): Promise<{ readonly ok: true } | IppFailure> {
  const seen = new Set<string>()
  for (let first: string | null = null; seen.size < PAGES.queues;) {
    const askedAt = performance.now()
    const answer = await askPage(parts, first)
    if (!answer.ok) return answer
    const page = answer.reply.groups.filter(({ tag }) => tag === IPP_GROUP.printer)
    const before = seen.size
    for (const queue of page) {
      const name = ippText(queue, 'printer-name') ?? ''
      // The first one of a page is the last one of the page before.
      if (!seen.has(name)) onQueue(queue, name)
      seen.add(name)
    }
    first = page.length < PAGES.size || seen.size === before ? null : lastName(page)
    if (first === null) break
    await wait(pauseMs(performance.now() - askedAt))
  }
  return { ok: true }
}

interface PageParts {
  readonly socketPath: string
  readonly wanted: readonly string[]
  readonly connection: http.Agent
}

async function askPage(
  { socketPath, wanted, connection }: PageParts,
  first: string | null,
): Promise<IppAnswer> {
  const limit: IppAttribute = { name: 'limit', kind: 'integer', values: [PAGES.size] }
  const from: IppAttribute[] =
    first === null ? [] : [{ name: 'first-printer-name', kind: 'name', values: [first] }]
  const names = ['printer-name', ...wanted]
  const asked: IppAttribute = { name: 'requested-attributes', kind: 'keyword', values: names }
  const attributes = [limit, ...from, asked]
  const operation = OPERATION.printers
  return askIpp(socketPath, '/', { operation, attributes, document: NO_DOCUMENT, connection })
}

const PAGES = { size: 50, queues: 5_000 }

/** Twice what the page took; not longer for a slow print server, which leaves this thread alone meanwhile. */
function pauseMs(pageMs: number): number {
  return Math.min(10, Math.max(3, 2 * pageMs))
}

function lastName(page: readonly IppGroup[]): string | null {
  const last = page.at(-1)
  return last === undefined ? null : ippText(last, 'printer-name')
}

export interface QueueState {
  /** Somebody stopped it, or it takes no jobs: what is handed over would come out when nobody expects it. */
  readonly isStopped: boolean
  /** Of all users. */
  readonly jobsWaiting: number
  /** Where it sends what it gets; an empty text when not told. */
  readonly device: string
  /** In the system's words, at most 200 characters; often empty. */
  readonly message: string
  readonly conditions: readonly PrinterCondition[]
}

function queueState(printer: IppGroup): QueueState {
  const isAccepting = printer.valuesByName.get('printer-is-accepting-jobs')?.[0] !== false
  const isStopped = ippNumber(printer, 'printer-state') === STOPPED || !isAccepting
  const message = (ippText(printer, 'printer-state-message') ?? '').slice(0, 200)
  const reasons = ippTexts(printer, 'printer-state-reasons')
  return {
    isStopped,
    message,
    jobsWaiting: ippNumber(printer, 'queued-job-count') ?? 0,
    device: ippText(printer, 'device-uri') ?? '',
    conditions: queueConditions({ isStopped, message, reasons }),
  }
}

/** Keywords of RFC 8011 5.4.12, without their -error, -warning or -report. */
const REASONS: Readonly<Record<string, PrinterCondition>> = {
  'media-empty': 'paper_out',
  'media-needed': 'paper_out',
  'media-low': 'paper_low',
  'media-jam': 'paper_jam',
  'cover-open': 'head_open',
  'door-open': 'head_open',
  'interlock-open': 'head_open',
  'marker-supply-empty': 'ribbon_out',
  offline: 'offline',
  'timed-out': 'unreachable',
}
/**
 * What CUPS's back ends say of a printer that is away while printer-state-reasons stays `none`, which leaves their text alone to
 * tell it: backend/socket.c, backend/ipp.c and backend/lpd.c of CUPS 2. English, as our jobs ask for. Here alone it is read.
 */
const AWAY = /may not exist or is unavailable|unreachable|not responding|waiting for printer to become/i

export function queueConditions(told: {
  readonly isStopped: boolean
  readonly message: string
  readonly reasons: readonly string[]
}): PrinterCondition[] {
  const named = told.reasons.flatMap(
    (reason) => REASONS[reason.replace(/-(?:error|warning|report)$/, '')] ?? [],
  )
  const stopped: PrinterCondition[] = told.isStopped ? ['queue_stopped'] : []
  const away: PrinterCondition[] = AWAY.test(told.message) ? ['unreachable'] : []
  return [...new Set([...stopped, ...away, ...named])]
}

export interface QueueJob {
  readonly id: number
  /** An empty text where the print server keeps it to itself. */
  readonly name: string
  readonly state: number
  /** The queue began to hand it to the printer at some time; bytes may have left. */
  readonly hasBegun: boolean
  /** What the system says of it; often empty. */
  readonly message: string
}

/** RFC 8011 5.3.7. */
export const JOB_STATE = { pending: 3, held: 4, firstFinal: 7, cancelled: 7, completed: 9 }
const JOB_ATTRIBUTES = ['job-id', 'job-name', 'job-state', 'time-at-processing', 'job-printer-state-message']

/** Jobs that this program handed over; null when the print server does not say. */
export async function ourJobs(
  socketPath: string,
  queue: string,
  which: 'not-completed' | 'all',
): Promise<readonly QueueJob[] | null> {
  const answer = await askIpp(socketPath, pathOf(queue), {
    operation: OPERATION.jobs,
    attributes: [
      printerUri(queue),
      OUR_USER,
      { name: 'which-jobs', kind: 'keyword', values: [which] },
      { name: 'my-jobs', kind: 'boolean', values: [true] },
      { name: 'requested-attributes', kind: 'keyword', values: JOB_ATTRIBUTES },
    ],
    document: NO_DOCUMENT,
  })
  return jobsOf(answer)
}

/** Null when the print server does not say, or does not know it any more. */
export async function askJob(socketPath: string, queue: string, jobId: number): Promise<QueueJob | null> {
  return jobsOf(await askOfJob(socketPath, queue, { jobId, operation: OPERATION.jobAttributes }))?.[0] ?? null
}

/** It may be too late, which its state tells afterwards. */
export async function cancelJob(socketPath: string, queue: string, jobId: number): Promise<void> {
  await askOfJob(socketPath, queue, { jobId, operation: OPERATION.cancelJob })
}

async function askOfJob(
  socketPath: string,
  queue: string,
  { jobId, operation }: { readonly jobId: number; readonly operation: number },
): Promise<IppAnswer> {
  return askIpp(socketPath, '/', {
    operation,
    attributes: [printerUri(queue), { name: 'job-id', kind: 'integer', values: [jobId] }, OUR_USER],
    document: NO_DOCUMENT,
  })
}

function jobsOf(answer: IppAnswer): QueueJob[] | null {
  if (!answer.ok || answer.reply.status >= FIRST_ERROR) return null
  return answer.reply.groups.filter(({ tag }) => tag === IPP_GROUP.job).flatMap(jobOf)
}

function jobOf(group: IppGroup): QueueJob[] {
  const [id, state] = [ippNumber(group, 'job-id'), ippNumber(group, 'job-state')]
  if (id === null || state === null) return []
  // Without the attribute nothing is known; CUPS gives it without a value until the job begins.
  const began = group.valuesByName.get('time-at-processing')
  return [
    {
      id,
      state,
      name: ippText(group, 'job-name') ?? '',
      hasBegun: began === undefined || began.length > 0,
      message: (ippText(group, 'job-printer-state-message') ?? '').slice(0, 200),
    },
  ]
}

export function printerUri(queue: string): IppAttribute {
  return { name: 'printer-uri', kind: 'uri', values: [`ipp://localhost${pathOf(queue)}`] }
}

export function pathOf(queue: string): string {
  return `/printers/${encodeURIComponent(queue)}`
}
