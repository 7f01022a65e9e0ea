// What each operation does to the rows, within the transaction that somebody else commits.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { JobState } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { isUnderWay } from '../../rules/job-states.ts'
import type { JobChange } from '../spool-store.ts'
import { cleanUp, makeRoom } from './clean-up.ts'
import type { Standing, Waiting } from './jobs.queries.ts'
import type { Moment, Operation } from '../operations.ts'
import type { SpoolLimits } from '../spool-limits.ts'
import type { SpoolQueries } from './spool-queries.ts'

type Of<Kind extends Operation['kind']> = Extract<Operation, { readonly kind: Kind }>

const SENT_STATES: readonly JobState[] = ['sent_to_printer', 'forwarded', 'printed']

/** Gives a row or rows as the file has them. Throws ProblemError, and SqliteError when the file fails. */
export function perform(queries: SpoolQueries, limits: SpoolLimits, operation: Operation): unknown {
  switch (operation.kind) {
    case 'open':
    case 'close':
      return null
    case 'accept':
      return accept(queries, limits, operation)
    case 'startAttempt':
      return startAttempt(queries, operation)
    case 'change':
      return change(queries, operation)
    case 'payload':
      return queries.jobs.payload(operation.jobId)
    case 'unfinished':
      return queries.jobs.unfinished()
    case 'openAttempts':
      return queries.trace.openAttempts()
    case 'unsettled':
      return queries.jobs.unsettled(operation.target, operation.limit)
    case 'pendingAnswers':
      return queries.jobs.pending(operation.limit)
    case 'list':
      return queries.lists.page(operation.page, operation.limit)
    case 'listCounts':
      return queries.lists.counts()
    case 'find':
      return queries.jobs.find(operation.id)
    case 'findNumber':
      return queries.jobs.findNumber(operation.numbers)
    case 'trace':
      return queries.trace.steps(operation.jobId)
    case 'hours':
      return queries.counts.hours(operation.fromMs)
    case 'cleanUp':
      return cleanUp(queries, limits, operation.at.wallMs)
    default:
      return operation satisfies never
  }
}

function accept(queries: SpoolQueries, limits: SpoolLimits, operation: Of<'accept'>): unknown {
  const { job, payload, letter, at } = operation
  const { jobs, trace, counts } = queries
  if (jobs.standing(job.id) !== null)
    throw new ProblemError('state_conflict', `The job ${job.id} has been accepted before`)
  if (isUnderWay(job.state)) refuseTooMany(jobs.waiting(), payload.bytes, limits)
  if (!makeRoom(queries, queries.usedBytes() + payload.bytes - limits.fileBytes))
    throw new ProblemError('unavailable', reason('spool_full', {}))
  const n = jobs.insert(job, payload, letter)
  trace.addStep(n, { state: job.state, reasons: job.reasons, bytes: payload.bytes, evidence: null }, at)
  counts.count('accepted', at)
  if (job.state !== 'accepted') counts.count(job.state, at)
  if (operation.start !== null) begin(queries, { n, attempts: 0 }, { start: operation.start, at })
  return jobs.row(n)
}

function refuseTooMany(waiting: Waiting, bytes: number, limits: SpoolLimits): void {
  if (waiting.jobs < limits.waiting && waiting.bytes + bytes <= limits.waitingBytes) return
  throw new ProblemError('unavailable', reason('too_many_waiting', {}))
}

function startAttempt(queries: SpoolQueries, { jobId, start, at }: Of<'startAttempt'>): unknown {
  const job = standing(queries.jobs.standing(jobId), jobId)
  begin(queries, job, { start, at })
  return queries.jobs.row(job.n)
}

function begin(
  { jobs, trace }: SpoolQueries,
  { n, attempts }: Pick<Standing, 'n' | 'attempts'>,
  { start, at }: Pick<Of<'startAttempt'>, 'start' | 'at'>,
): void {
  jobs.startAttempt(n, start, at)
  trace.startAttempt(n, { ...start, attempt: attempts + 1 }, at)
  const reasons = [reason('sending_to', { place: start.destination })]
  trace.addStep(n, { state: 'sending', reasons }, at)
}

function change(queries: SpoolQueries, { jobId, change: to, at }: Of<'change'>): unknown {
  const { jobs, trace } = queries
  const from = standing(jobs.standing(jobId), jobId)
  jobs.change(from.n, to, at)
  if (to.state !== 'sending') trace.endAttempt(from.n, to, at)
  count(queries, { from, to, at })
  trace.addStep(from.n, { ...to, bytes: to.bytesSent ?? null }, at)
  if (to.dropPayload === true) jobs.dropPayload(from.n)
  return jobs.row(from.n)
}

function count(
  { counts, trace }: SpoolQueries,
  { from, to, at }: { readonly from: Standing; readonly to: JobChange; readonly at: Moment },
): void {
  if (from.state === to.state || isUnderWay(to.state) || to.isNews === true) return
  counts.count(to.state, at)
  if (from.state !== 'sending' || !SENT_STATES.includes(to.state)) return
  const ms = trace.sinceAcceptedMs(from.n, at)
  if (ms !== null) counts.took(ms, at)
}

function standing(found: Standing | null, jobId: string): Standing {
  if (found === null) throw new ProblemError('not_found', `There is no job ${jobId}`)
  return found
}
