// One label through a queue of Windows: handed over only to a queue that works, followed until the queue is done with it,
// and taken back when that takes too long.
//
// A queue keeps what it cannot print and brings it out when the printer is back, maybe hours later. So nothing waits there:
// what is not being printed is taken back, and waits in our spool, where it expires and can be cancelled.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { PrintRequest, QueuedLabel } from '../printer-backend.ts'
import { QueueHold } from '../queue-hold.ts'
import { LEFT_BEHIND_MS, PENDING_MS, POLL_MS, waitFor } from '../queue-patience.ts'
import { writeFailure, type WriteOutcome } from '../write-outcome.ts'
import { hasBegun, isOurs, isPaperOut, isTakenBackWhole, verdictOn, verdictOnGone } from './job-verdict.ts'
import { queueConditions, refusalOf } from './queue-conditions.ts'
import type { Spooler } from './spooler.ts'
import { failureOf } from './spooler-failure.ts'
import { NO_ANSWER, type HandOver, type SpoolJob } from './spooler-facts.ts'
import { giveUp, newGate } from './write-gate.ts'

export interface LabelJobParts {
  readonly spooler: Spooler
  readonly clock: Clock
  /** As Windows names this computer in its jobs. */
  readonly computer: string
}

/** How long a queue may take over one label before it is taken back. */
const JOB_MS = 90_000

export async function printByWindows(parts: LabelJobParts, request: PrintRequest): Promise<WriteOutcome> {
  const { spooler } = parts
  const queue = await spooler.queue(request.address)
  if (!queue.ok) return failureOf(queue.failure, false)
  const refusal = refusalOf(queue.value)
  if (refusal !== null) return writeFailure(refusal, false)
  if (queue.value.jobs > 0) await takeBackAll(parts, request.address)
  const job = await handOver(parts, request)
  return typeof job === 'number' ? follow(parts, request, job) : job
}

/**
 * What became of the label with that title which an earlier process handed over; what has not begun is taken back. A queue
 * forgets what it has printed, so one that is not there may have been printed or may never have come: nobody knows.
 */
export async function queuedLabel(
  { spooler, clock }: LabelJobParts,
  { name, title, signal }: { readonly name: string; readonly title: string; readonly signal: AbortSignal },
): Promise<QueuedLabel> {
  const endMs = clock.monotonicMs() + LEFT_BEHIND_MS
  for (let last: SpoolJob | null = null; ;) {
    const jobs = await spooler.jobs(name)
    if (!jobs.ok) return 'unknown'
    const job = jobs.value.find((one) => one.title === title) ?? null
    if (job === null) return last !== null && verdictOnGone(last) === 'finished' ? 'finished' : 'unknown'
    const verdict = verdictOn(job)
    if (verdict === 'finished') return 'finished'
    const isOver = clock.monotonicMs() >= endMs || signal.aborted
    if (verdict === 'waiting' || isOver) {
      const taken = await spooler.takeBack(name, job.id)
      return taken.ok && isTakenBackWhole(taken.value) ? 'never_begun' : 'unknown'
    }
    last = job
    await waitFor(clock, POLL_MS.last, signal)
  }
}

/** One writer a printer: what is there of ours was given up, and would come out beside its reprint. */
async function takeBackAll({ spooler, computer }: LabelJobParts, name: string): Promise<void> {
  const jobs = await spooler.jobs(name)
  if (!jobs.ok) return
  for (const job of jobs.value.filter((one) => isOurs(one, computer)))
    if (verdictOn(job) !== 'finished') await spooler.takeBack(name, job.id)
}

/** The number of the job. */
async function handOver(
  { spooler }: LabelJobParts,
  { address: name, payload, title, signal }: PrintRequest,
): Promise<number | WriteOutcome> {
  const gate = newGate()
  const answer = await spooler.handOver({ name, payload, title, gate, limitMs: JOB_MS, signal })
  if (answer.ok) return answer.value.kind === 'queued' ? answer.value.job : notQueued(answer.value)
  // A thread that hangs or died: the gate knows whether it had begun to write.
  const hasLeft = answer.failure.code === NO_ANSWER && !giveUp(gate)
  return signal.aborted ? writeFailure('stopped', hasLeft) : failureOf(answer.failure, hasLeft)
}

function notQueued({ failure, hasWritten, takenBack }: HandOver & { readonly kind: 'failed' }): WriteOutcome {
  const isBack = takenBack !== null && isTakenBackWhole(takenBack)
  return failureOf(failure, hasWritten && !isBack)
}

/** The end of a job means handed to the device, not that a label came out. */
async function follow(parts: LabelJobParts, request: PrintRequest, job: number): Promise<WriteOutcome> {
  const { clock, spooler } = parts
  const startMs = clock.monotonicMs()
  const hold = new QueueHold({ startMs, onHeld: request.onHeld })
  let last: SpoolJob | null = null
  for (let waitMs = POLL_MS.first; ; waitMs = Math.min(waitMs * 2, POLL_MS.last)) {
    const answer = await spooler.job(request.address, job)
    if (answer.ok && answer.value === null) return gone(last)
    if (answer.ok) last = answer.value
    const verdict = last === null ? null : verdictOn(last)
    if (verdict === 'finished') return { ok: true }
    const nowMs = clock.monotonicMs()
    if (verdict === 'begun' && last !== null && waitMs === POLL_MS.last)
      hold.heard(await told(spooler, request.address, last), nowMs)
    const waitsTooLong = verdict === 'waiting' && nowMs - startMs >= PENDING_MS
    if (request.signal.aborted || hold.isOver(JOB_MS, nowMs) || waitsTooLong)
      return takeBack(parts, request, job)
    await waitFor(clock, waitMs, request.signal)
  }
}

/** What the label's job and its queue say is the matter; null when Windows does not answer. */
async function told(
  spooler: Spooler,
  name: string,
  job: SpoolJob,
): Promise<readonly PrinterCondition[] | null> {
  const queue = await spooler.queue(name)
  if (!queue.ok) return null
  const conditions = queueConditions(queue.value)
  return isPaperOut(job) && !conditions.includes('paper_out') ? ['paper_out', ...conditions] : conditions
}

function gone(last: SpoolJob | null): WriteOutcome {
  if (verdictOnGone(last) === 'finished') return { ok: true }
  return writeFailure('queue_cancelled', last !== null && hasBegun(last))
}

/** It may have ended in this very moment. */
async function takeBack(
  { spooler }: LabelJobParts,
  { address: name, signal }: PrintRequest,
  job: number,
): Promise<WriteOutcome> {
  const answer = await spooler.takeBack(name, job)
  const taken = answer.ok ? answer.value : null
  if (taken?.before !== undefined && taken.before !== null && verdictOn(taken.before) === 'finished')
    return { ok: true }
  const isBack = taken !== null && isTakenBackWhole(taken)
  if (signal.aborted) return writeFailure('stopped', !isBack)
  return isBack ? writeFailure('queue_waits', false) : writeFailure('job_not_finished', true)
}
