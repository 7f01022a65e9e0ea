// The labels of a computer, asked of it at this moment, and one that staff have it cancel.
import type { CancelledJob, ComputerJobs } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { MAX_LISTED_JOBS, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb } from '../database.ts'
import {
  HUB_MS,
  askDevice,
  withinTotal,
  type AskedComputer,
  type DeviceRequestParts,
} from '../printing/device-requests.ts'
import { plainText } from '../printing/plain-text.ts'
import { findComputer } from '../printing/printers.queries.ts'

/** Takes up to 10 s. Throws ProblemError `not_found`, and what `askDevice` throws. */
export async function listJobs(
  parts: DeviceRequestParts,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<ComputerJobs> {
  const computer = await findComputer(parts.db, { ...named, where: 'path' })
  const asked = askDevice(parts, computer, (sockets, { hubId, sessionId }) =>
    sockets.ask(hubId, {
      event: 'ListJobsAsync',
      args: [sessionId, MAX_LISTED_JOBS],
      timeoutMs: HUB_MS,
    }),
  )
  const jobs = await withinTotal(asked)
  return { computerId: computer.id, jobs: jobs.map(plainJob) }
}

/**
 * Takes up to 10 s. It is in the staff log before a connected device is asked, because the label may be cancelled although
 * no answer comes. Throws as `listJobs`; `state_conflict` with the device's words when the label cannot be cancelled.
 */
export async function cancelJob(
  parts: DeviceRequestParts,
  caller: Caller,
  named: { readonly customerId: number; readonly computerId: number; readonly jobId: string },
): Promise<CancelledJob> {
  const { customerId, computerId, jobId } = named
  const computer = await findComputer(parts.db, { customerId, computerId, where: 'path' })
  const asked = askDevice(parts, computer, async (sockets, { hubId, sessionId }) => {
    await record(parts.db, caller, { customerId, computer, jobId })
    return sockets.ask(hubId, { event: 'CancelJobAsync', args: [sessionId, jobId], timeoutMs: HUB_MS })
  })
  return { computerId, job: plainJob(await withinTotal(asked)) }
}

function plainJob(job: PrintJob): PrintJob {
  const { reason, sender, destination } = job
  return {
    ...job,
    reason: plainText(reason),
    sender: plainText(sender),
    destination: destination === null ? null : plainText(destination),
  }
}

interface Cancellation {
  readonly customerId: number
  readonly computer: AskedComputer
  readonly jobId: string
}

async function record(db: StoreDb, caller: Caller, told: Cancellation): Promise<void> {
  const { customerId, computer, jobId } = told
  const summary = `Asked ${computer.pcName} to cancel label ${jobId}`
  const done = { action: 'computer.cancel-job', customerId, computerId: computer.id, summary }
  await db.transaction().execute((trx) => recordStaffOperation(trx, caller, done))
}
