// The agent's side of the requests of staff: one handler for each row of shared/hub/device-requests.ts.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { deviceRequests } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UpdateCheck } from '@pharmacy-relay/shared/update-codes.ts'

export type DeviceAnswers = Handlers<typeof deviceRequests>

/** What this computer can do when it is asked; the composition root hands it in. */
export interface DeviceWork {
  /** Asks the system, which takes seconds. */
  listPrinters(): Promise<PrinterList>
  /** Throws ProblemError state_conflict when labels have nowhere to go. Answers within 6 s. */
  printTestLabel(): Promise<PrintJob>
  /** Tests every place that a label comes by, and prints nothing. Within 8 s. */
  diagnose(): Promise<Diagnosis>
  /** Newest first: what is on a page; without one those that wait, then the newest. */
  listJobs(limit: number, page: JobPage | null): Promise<PrintJob[]>
  /** Asked again, it changes nothing. Throws ProblemError not_found, state_conflict and unavailable. */
  cancelJob(id: string): Promise<PrintJob>
  /** Within 7 s. Throws ProblemError state_conflict while no updates are looked for. */
  checkUpdates(): Promise<UpdateCheck>
}

/** The hub waits 8 s. */
const LIST_LIMIT_MS = 7_000

export function deviceAnswers(work: DeviceWork, clock: Clock): DeviceAnswers {
  return {
    ListPrintersAsync: async () => inTime(work.listPrinters(), clock),
    PrintTestLabelAsync: async () => work.printTestLabel().catch(refused),
    ListJobsAsync: async (limit, page) => work.listJobs(limit, page ?? null).catch(refused),
    CancelJobAsync: async (id) => work.cancelJob(id).catch(refused),
    CollectDiagnosticsAsync: async () => work.diagnose(),
    CheckUpdatesAsync: async () => work.checkUpdates().catch(refused),
  }
}

async function inTime(listing: Promise<PrinterList>, clock: Clock): Promise<PrinterList> {
  const late = Promise.withResolvers<never>()
  const text = `The print system of this computer did not answer within ${LIST_LIMIT_MS / 1_000} s`
  const cancel = clock.after(LIST_LIMIT_MS, () => late.reject(new HubError('DEADLINE', text)))
  return Promise.race([listing, late.promise]).finally(cancel)
}

/** With why, for whoever asked. */
function refused(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  throw new HubError(error.code === 'unavailable' ? 'UNAVAILABLE' : 'INVALID', error.reason ?? error.message)
}
