// What the hub may ask of printing on this computer; staff who look at labels are recorded as people at this computer are.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import { NEWEST_JOBS } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { UpdateCheck } from '@pharmacy-relay/shared/update-codes.ts'
import { jobAccess, STAFF } from '../logging/job-access.ts'
import { shownJobs } from '../printing/job-news.ts'
import { deviceAnswers, type DeviceAnswers } from '../relay/device-answers.ts'
import type { PrintingService } from '../relay/printing-service.ts'
import { jobView } from '../spool/view/job-view.ts'
import type { AgentPrinting } from './agent-printing.ts'

export interface HubServiceParts {
  readonly printing: AgentPrinting
  readonly diagnose: () => Promise<Diagnosis>
  readonly checkUpdates: () => Promise<UpdateCheck>
  /** Who is trusted is known before the assignment is at work. */
  readonly learn: (assignment: PrinterAssignment) => void
  readonly clock: Clock
  readonly logger: Logger
}

export function createHubService(parts: HubServiceParts): PrintingService {
  const { learn, clock } = parts
  const { path, assignments, watch, news } = parts.printing
  const { spool, setup, listener } = path
  return {
    role: () => setup.now.role,
    tcpPort: () => listener.port,
    queueDepth: () => spool.dispatcher.waiting(),
    held: () => assignments.newest() ?? { version: 0, hash: '' },
    config: () => assignments.report(),
    printers: () => watch.list(),
    receive: (received) => {
      learn(received.assignment)
      assignments.receive(received)
    },
    jobs: () => news.report(),
    toldJobs: (report) => news.told(report),
    requests: deviceAnswers(answersOf(parts), clock),
  }
}

/** A handler for each request of staff. */
function answersOf({ printing, diagnose, checkUpdates, logger }: HubServiceParts): DeviceAnswers {
  const { path, watch, printTestLabel } = printing
  const { spool, explained } = path
  const access = jobAccess(logger.named('access'))
  return {
    CollectDiagnosticsAsync: diagnose,
    CheckUpdatesAsync: checkUpdates,
    PrintTestLabelAsync: printTestLabel,
    ListPrintersAsync: async () => watch.look(),
    ListJobsAsync: async (limit, page) => {
      const listed = await spool.list(limit, page ?? NEWEST_JOBS)
      const shown = page === undefined ? shownJobs(spool.board.jobs(), listed, limit) : listed
      access(STAFF, 'list', shown)
      return shown.map(explained)
    },
    CancelJobAsync: async (id) => {
      const job = jobView(await spool.actions.cancel(id, 'cancelled_by_staff'))
      access(STAFF, 'cancel', [job])
      return job
    },
  }
}
