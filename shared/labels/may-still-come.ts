// Whether a label may still come out of its printer, so that another print of it could be a second one. Pure.
import { holdsLabels, PrinterCondition } from '../printer-condition.ts'
import type { JobTrace } from './job-trace.ts'
import type { PrintJob } from '../print-job.ts'
import { hasReason, type Reasons } from '../reasons/reason.ts'
import { isSeen } from './seen-label.ts'

interface ToldJob extends Pick<PrintJob, 'state'> {
  readonly reasons: Reasons
}

/**
 * `evidence`: of its trace. `printer`: what is the matter with its printer now, as far as this computer knows. A label of which
 * only the bytes are known to have left may lie in a printer that has stopped since.
 */
export function mayStillCome(
  { state, reasons }: ToldJob,
  { evidence }: Pick<JobTrace, 'evidence'>,
  printer: readonly PrinterCondition[],
): boolean {
  if (state === 'unknown') return hasReason(reasons, 'may_still_come')
  if (state === 'forwarded') return hasReason(reasons, 'waits_there') || stopsIn(reasons).length > 0
  if (state !== 'sent_to_printer' || isSeen({ state, reasons })) return false
  const isProved = evidence !== null && evidence !== 'L0' && evidence !== 'L1'
  return !isProved && printer.some(holdsLabels)
}

/** What a label says of its printer. */
function stopsIn(reasons: Reasons): PrinterCondition[] {
  return reasons
    .filter(({ code }) => code === 'printer_condition')
    .flatMap(({ params }) => PrinterCondition.safeParse(params['condition']).data ?? [])
    .filter(holdsLabels)
}
