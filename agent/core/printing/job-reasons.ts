// Why a label does not leave: what its try met, and what the printer says is the matter with it.
import type { LabelsStatus } from '../../contract/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { MAX_REASONS, type Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { conditionReasons, withoutReasons } from './condition-reasons.ts'
import { printerHere, type PrintSetup } from './print-setup.ts'
import type { SeenPrinter } from './printer-health.ts'
import { isUnderWay } from '../spool/rules/job-states.ts'

/** A label that waits while printing is paused says so; every other one as it is. */
export function explainedByPause(job: PrintJob, why: Reason | null): PrintJob {
  const waits = job.state === 'accepted' || job.state === 'waiting_for_printer'
  return why === null || !waits ? job : { ...job, reasons: [why] }
}

/** A job that is under way, with what stops its printer behind its own reasons; every other job as it is. */
export function explained(job: PrintJob, seen: SeenPrinter | null): PrintJob {
  if (!isUnderWay(job.state) || !isFor(job, seen)) return job
  return { ...job, reasons: withConditions(job.reasons, seen) }
}

/** As `explained`; at a Client only for what it printed on its standby printer, which says so. */
export function explainedAt(job: PrintJob, setup: PrintSetup, seen: SeenPrinter | null): PrintJob {
  if (setup.role !== 'Client') return explained(job, seen)
  const here = printerHere(setup)
  if (here === null || job.destination !== here) return job
  const told = explained(job, seen)
  const standby = reason('at_standby', { computer: setup.standby?.computerName ?? '' })
  return { ...told, reasons: [...told.reasons.slice(0, MAX_REASONS - 1), standby] }
}

/** The label to look at first, as `explained` has it. */
export function explainedLabels(
  labels: LabelsStatus,
  open: readonly PrintJob[],
  seen: SeenPrinter | null,
): LabelsStatus {
  const { look } = labels
  const job = look === null ? undefined : open.find(({ n }) => n === look.n)
  if (look === null || job === undefined || !isUnderWay(look.state) || !isFor(job, seen)) return labels
  return { ...labels, look: { ...look, reasons: withConditions(look.reasons, seen) } }
}

/** One that has gone nowhere yet will go to the printer. */
function isFor({ destination }: PrintJob, seen: SeenPrinter | null): seen is SeenPrinter {
  return seen !== null && (destination === null || destination === seen.printer)
}

function withConditions(reasons: PrintJob['reasons'], { conditions }: SeenPrinter): PrintJob['reasons'] {
  const told = conditionReasons(conditions.filter(stopsPrinting))
  return [...reasons, ...withoutReasons(told, reasons)].slice(0, MAX_REASONS)
}
