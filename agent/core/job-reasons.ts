// Why a label does not leave, in words: what its try met, and what the printer says is the matter with it.
import type { LabelsStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { stopsPrinting } from '@pharmacy-relay/shared/printer-condition.ts'
import { printingEn } from '@pharmacy-relay/shared/texts/printing-en.ts'
import type { SeenPrinter } from './printer-health.ts'
import { isUnderWay } from './spool/job-states.ts'

const MAX_REASON = 500

/** A label that waits while printing is paused says so; every other one as it is. */
export function explainedByPause(job: PrintJob, why: string | null): PrintJob {
  const waits = job.state === 'accepted' || job.state === 'waiting_for_printer'
  return why === null || !waits ? job : { ...job, reason: why }
}

/** A job that is under way, with what stops its printer behind its own reason; every other job as it is. */
export function explained(job: PrintJob, seen: SeenPrinter | null): PrintJob {
  if (!isUnderWay(job.state) || !isFor(job, seen)) return job
  return { ...job, reason: withWhy(job.reason, seen) }
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
  return { ...labels, look: { ...look, reason: withWhy(look.reason, seen) } }
}

/** One that has gone nowhere yet will go to the printer. */
function isFor({ destination }: PrintJob, seen: SeenPrinter | null): seen is SeenPrinter {
  return seen !== null && (destination === null || destination === seen.printer)
}

function withWhy(reason: string, { conditions }: SeenPrinter): string {
  const words = conditions.filter(stopsPrinting).map((condition) => printingEn.conditions[condition])
  if (words.length === 0) return reason
  return [...(reason === '' ? [] : [`${reason}.`]), ...words].join(' ').slice(0, MAX_REASON)
}
