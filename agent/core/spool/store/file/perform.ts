// What each operation does to the rows, within the transaction that somebody else commits.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem-error.ts'
import { isUnderWay } from '../../rules/job-states.ts'
import { cleanUp, makeRoom } from './clean-up.ts'
import type { Waiting } from './jobs.queries.ts'
import { CHANGED_SINCE } from '../changed-since.ts'
import type { AcceptOperation, Operation, WriteOperation } from '../operations.ts'
import type { SpoolLimits } from '../spool-limits.ts'
import type { SpoolQueries } from './spool-queries.ts'

/** Gives a row or rows as the file has them. Throws ProblemError, and SqliteError when the file fails. */
export function perform(queries: SpoolQueries, limits: SpoolLimits, operation: Operation): unknown {
  switch (operation.kind) {
    case 'open':
    case 'close':
      return null
    case 'accept':
      return accept(queries, limits, operation)
    case 'write':
      return write(queries, operation)
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
    case 'giveMemoryBack':
      queries.giveMemoryBack()
      return null
    default:
      return operation satisfies never
  }
}

function accept(queries: SpoolQueries, limits: SpoolLimits, operation: AcceptOperation): unknown {
  const { id, state, payload } = operation
  const { jobs, waiting } = queries
  if (isUnderWay(state) && isTooMany(waiting.now(), payload.bytes, limits)) {
    refuseKnown(queries, id)
    throw new ProblemError('unavailable', reason('too_many_waiting', {}))
  }
  if (!makeRoom(queries, queries.usedBytes() + payload.bytes - limits.fileBytes)) {
    refuseKnown(queries, id)
    throw new ProblemError('unavailable', reason('spool_full', {}))
  }
  const given = jobs.insert(operation)
  if (given === null) throw acceptedBefore(id)
  if (isUnderWay(state)) waiting.came(payload.bytes)
  return given
}

function isTooMany(waiting: Waiting, bytes: number, limits: SpoolLimits): boolean {
  return waiting.jobs >= limits.waiting || waiting.bytes + bytes > limits.waitingBytes
}

/** A label that is here already is so, also where no other one finds room. */
function refuseKnown({ jobs }: SpoolQueries, id: string): void {
  if (jobs.isThere(id)) throw acceptedBefore(id)
}

function acceptedBefore(id: string): ProblemError {
  return new ProblemError('state_conflict', `The job ${id} has been accepted before`)
}

function write({ jobs, waiting }: SpoolQueries, operation: WriteOperation): unknown {
  const { id, n, dropPayload, isRead } = operation
  if (!jobs.write(operation)) {
    if (jobs.isThere(id)) return CHANGED_SINCE
    throw new ProblemError('not_found', `There is no job ${id}`)
  }
  waiting.written(operation)
  if (dropPayload) jobs.dropPayload(n)
  return isRead ? jobs.row(n) : null
}
