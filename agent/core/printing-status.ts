// What a computer does with labels at this moment, gathered for `agent status`, the window and the icon.
import type { PrintingStatus } from '@pharmacy-relay/shared/agent-api.ts'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { AssignmentFailure, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { Assignments } from './assignment/assignments.ts'
import type { LinkView } from './link/link-client.ts'
import type { PrintingPause } from './pause/printing-pause.ts'
import type { PrintPath } from './print-path.ts'
import type { SeenPrinter } from './printer-health.ts'

interface StatusParts {
  readonly path: PrintPath
  readonly assignments: Assignments
  readonly pause: PrintingPause
}

/** `clientPort`: of a Client, whose assignment names none. */
export function printingStatus(
  { path, assignments, pause }: StatusParts,
  clientPort: number,
): PrintingStatus {
  const { role, printer, target } = path.setup()
  const report = assignments.report()
  const seen = path.seen()
  return {
    role,
    printerName: printer,
    target: target?.computerName ?? null,
    way: wayOf(path.link().view()),
    tcpPort: path.port(),
    assignmentVersion: assignments.newest()?.version ?? 0,
    failure: report?.state === 'failed' ? report.reason : null,
    failed: report?.state === 'failed' ? failedOf(report.code, assignments.newest(), clientPort) : null,
    printer: seen === null ? null : { conditions: [...seen.conditions], answeredAt: answeredAt(seen) },
    labels: path.labels(),
    pausedUntil: pause.until(),
    lastLabel: lastLabelOf(path.newest()),
  }
}

function failedOf(
  code: AssignmentFailure,
  newest: PrinterAssignment | null,
  clientPort: number,
): PrintingStatus['failed'] {
  return { code, printerName: newest?.printerName ?? null, tcpPort: newest?.tcpPort ?? clientPort }
}

function lastLabelOf(job: PrintJob | null): PrintingStatus['lastLabel'] {
  return job === null ? null : { n: job.n, state: job.state, at: job.changedAt }
}

function wayOf(view: LinkView | null): PrintingStatus['way'] {
  if (view === null) return null
  const cut = (words: string | null): string | null => words?.slice(0, 500) ?? null
  return { path: view.path, lanFailure: cut(view.lanFailure), hubFailure: cut(view.hubFailure) }
}

function answeredAt({ reading }: SeenPrinter): string | null {
  return reading === null ? null : instant(reading.atMs)
}
