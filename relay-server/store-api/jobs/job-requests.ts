// The labels of a computer, asked of it at this moment, and one that staff have it cancel.
import type { CancelledJob, ComputerJobs } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { MAX_LISTED_JOBS, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation, type StaffAction } from '../audit/staff-operations.queries.ts'
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

/**
 * Takes up to 10 s. Who read of which labels is in the staff log before anybody gets to read it. Throws ProblemError
 * `not_found`, and what `askDevice` throws.
 */
export async function listJobs(
  parts: DeviceRequestParts,
  caller: Caller,
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
  const summary = jobs.length === 0 ? `Looked for labels of ${computer.pcName}` : readWords(computer, jobs)
  await record(parts.db, caller, { ...named, action: 'computer.list-jobs', summary })
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
    const summary = `Asked ${computer.pcName} to cancel label ${jobId}`
    await record(parts.db, caller, { customerId, computerId, action: 'computer.cancel-job', summary })
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

const MAX_SUMMARY = 500

/** The numbers under which that computer knows them. */
function readWords({ pcName }: AskedComputer, jobs: readonly PrintJob[]): string {
  return `Read of labels ${jobs.map(({ n }) => n).join(', ')} of ${pcName}`.slice(0, MAX_SUMMARY)
}

async function record(db: StoreDb, caller: Caller, done: StaffAction): Promise<void> {
  await db.transaction().execute((trx) => recordStaffOperation(trx, caller, done))
}
