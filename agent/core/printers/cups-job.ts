// One label through a print queue of CUPS: handed over only to a queue that works, followed until the queue is done
// with it, and taken back when that takes too long.
//
// A queue keeps what it cannot print and brings it out when the printer is back, maybe hours later. So nothing waits
// there: what is not being printed is taken back, and waits in our spool, where it expires and can be cancelled.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import {
  askJob,
  askQueue,
  cancelJob,
  FIRST_ERROR,
  JOB_STATE,
  NOT_FOUND,
  OPERATION,
  OUR_USER,
  ourJobs,
  pathOf,
  printerUri,
  type QueueJob,
} from './cups-queue.ts'
import { askIpp, type IppAnswer } from './ipp-client.ts'
import { IPP_GROUP, ippNumber } from './ipp-message.ts'
import type { PrintRequest, QueuedLabel } from './printer-backend.ts'
import { QueueHold } from './queue-hold.ts'
import { LEFT_BEHIND_MS, PENDING_MS, POLL_MS, waitFor } from './queue-patience.ts'
import { writeFailure, type WriteFailure, type WriteFailureCode, type WriteOutcome } from './write-outcome.ts'

export interface CupsJobParts {
  readonly socketPath: string
  readonly clock: Clock
  /** How long a queue may take over one label before it is taken back, in milliseconds. */
  readonly jobMs: number
}

export async function printByQueue(parts: CupsJobParts, request: PrintRequest): Promise<WriteOutcome> {
  const { socketPath } = parts
  const { address: queue } = request
  const state = await askQueue(socketPath, queue)
  if (state === 'absent') return writeFailure('printer_not_found', false)
  if (state?.isStopped === true) return writeFailure('queue_stopped', false, state.message)
  if (state === null || state.jobsWaiting > 0) await takeBackAll(socketPath, queue)
  const job = await handOver(socketPath, request)
  return typeof job === 'number' ? follow(parts, request, job) : job
}

/** What became of labels with that title which an earlier process handed over; what has not begun is taken back. */
export async function queuedLabel(
  { socketPath, clock }: CupsJobParts,
  { queue, title, signal }: { readonly queue: string; readonly title: string; readonly signal: AbortSignal },
): Promise<QueuedLabel> {
  const endMs = clock.monotonicMs() + LEFT_BEHIND_MS
  for (;;) {
    const all = await ourJobs(socketPath, queue, 'all')
    if (all === null) return 'unknown'
    const ours = all.filter(({ name }) => name === title)
    const open = ours.filter(({ state }) => state < JOB_STATE.firstFinal)
    if (ours.some(({ state }) => state === JOB_STATE.completed)) return 'finished'
    if (open.length === 0) return ended(ours, all)
    const isOver = clock.monotonicMs() >= endMs || signal.aborted
    for (const job of open) if (isOver || !job.hasBegun) await cancelJob(socketPath, queue, job.id)
    if (isOver) return 'unknown'
    await waitFor(clock, POLL_MS.last, signal)
  }
}

/**
 * A list that still has others, which are all older, has not forgotten this one: it was never handed over. Names that the
 * print server keeps to itself may be this one.
 */
function ended(ours: readonly QueueJob[], all: readonly QueueJob[]): QueuedLabel {
  const isWholeList = all.length > 0 && all.every(({ name }) => name !== '')
  return isWholeList && ours.every(({ hasBegun }) => !hasBegun) ? 'never_begun' : 'unknown'
}

/** One writer a printer: what is there of ours was given up, and would come out beside its reprint. */
async function takeBackAll(socketPath: string, queue: string): Promise<void> {
  for (const { id } of (await ourJobs(socketPath, queue, 'not-completed')) ?? [])
    await cancelJob(socketPath, queue, id)
}

/** The number of the job. */
async function handOver(
  socketPath: string,
  { address: queue, payload, title }: PrintRequest,
): Promise<number | WriteFailure> {
  const answer = await askIpp(socketPath, pathOf(queue), {
    operation: OPERATION.printJob,
    attributes: [
      printerUri(queue),
      OUR_USER,
      { name: 'job-name', kind: 'name', values: [title.slice(0, 100)] },
      { name: 'document-format', kind: 'mime', values: ['application/vnd.cups-raw'] },
    ],
    document: payload,
  })
  if (!answer.ok) return writeFailure(failedAs(answer), answer.isSent, answer.cause)
  const { status, groups } = answer.reply
  if (DENIED.includes(status)) return writeFailure('queue_denied', false, `IPP status ${status.toString(16)}`)
  if (status === NOT_FOUND) return writeFailure('printer_not_found', false)
  if (status >= FIRST_ERROR) return writeFailure('queue_failed', false, `IPP status ${status.toString(16)}`)
  const job = groups.find(({ tag }) => tag === IPP_GROUP.job)
  const jobId = job === undefined ? null : ippNumber(job, 'job-id')
  return jobId ?? writeFailure('queue_failed', true, 'no job id')
}

/** client-error-forbidden, -not-authenticated and -not-authorized of RFC 8011. */
const DENIED = [0x0401, 0x0402, 0x0403]

function failedAs({ isSent, cause }: Extract<IppAnswer, { ok: false }>): WriteFailureCode {
  if (cause === 'HTTP 401' || cause === 'HTTP 403' || cause === 'EACCES') return 'queue_denied'
  if (!isSent && (cause === 'ENOENT' || cause === 'ECONNREFUSED')) return 'spooler_stopped'
  return 'queue_failed'
}

/** `completed` means handed to the device, not that a label came out. */
async function follow(parts: CupsJobParts, request: PrintRequest, jobId: number): Promise<WriteOutcome> {
  const { clock, jobMs, socketPath } = parts
  const startMs = clock.monotonicMs()
  const hold = new QueueHold({ startMs, onHeld: request.onHeld })
  for (let waitMs = POLL_MS.first; ; waitMs = Math.min(waitMs * 2, POLL_MS.last)) {
    const job = await askJob(socketPath, request.address, jobId)
    if (job?.state === JOB_STATE.completed) return { ok: true }
    if (job !== null && job.state >= JOB_STATE.firstFinal) return endedByOthers(job)
    const nowMs = clock.monotonicMs()
    if (job?.hasBegun === true && waitMs === POLL_MS.last)
      hold.heard(await told(socketPath, request.address), nowMs)
    const waitsTooLong = job?.hasBegun === false && nowMs - startMs >= PENDING_MS
    if (request.signal.aborted || hold.isOver(jobMs, nowMs) || waitsTooLong)
      return takeBack(parts, request, jobId)
    await waitFor(clock, waitMs, request.signal)
  }
}

/** What the queue says is the matter while it prints; null when it does not answer. */
async function told(socketPath: string, queue: string): Promise<readonly PrinterCondition[] | null> {
  const state = await askQueue(socketPath, queue)
  return state === null || state === 'absent' ? null : state.conditions
}

/** Somebody at the computer cancelled it, or the queue gave it up. */
function endedByOthers({ state, hasBegun, message }: QueueJob): WriteFailure {
  const code = state === JOB_STATE.cancelled ? 'queue_cancelled' : 'queue_failed'
  return writeFailure(code, hasBegun, message)
}

/** It may have ended in this very moment. Only a job that never began has left nothing at the printer. */
async function takeBack(
  { socketPath }: CupsJobParts,
  { address: queue, signal }: PrintRequest,
  jobId: number,
): Promise<WriteOutcome> {
  await cancelJob(socketPath, queue, jobId)
  const job = await askJob(socketPath, queue, jobId)
  if (job?.state === JOB_STATE.completed) return { ok: true }
  const isTakenBack = job?.state === JOB_STATE.cancelled && !job.hasBegun
  if (signal.aborted) return writeFailure('stopped', !isTakenBack)
  return isTakenBack
    ? writeFailure('queue_waits', false, job.message)
    : writeFailure('job_not_finished', true, job?.message ?? '')
}
