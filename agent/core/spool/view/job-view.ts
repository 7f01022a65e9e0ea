// A job as it is shown, made from its row: a field of the same name in both is shown as it is.
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { JobFacts, MAX_TRACE_STEPS, type JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { isElsewhere } from '../rules/refusals.ts'
import { picked } from '../store/picked.ts'
import type { JobRow, TraceStep } from '../store/spool-store.ts'

const MAX_TEXT = { sender: 100, destination: 300 }

const OTHERWISE = {
  reasons: true,
  sender: true,
  destination: true,
  acceptedAt: true,
  changedAt: true,
  reprintedAs: true,
} as const
const JOB_FIELDS = PrintJob.omit(OTHERWISE).keyof().options
const FACTS = JobFacts.keyof().options

export function jobView(row: JobRow): PrintJob {
  return {
    ...picked(row, JOB_FIELDS),
    reasons: [...row.reasons],
    sender: row.sender.slice(0, MAX_TEXT.sender),
    destination: row.destination?.slice(0, MAX_TEXT.destination) ?? null,
    acceptedAt: instant(row.acceptedAtMs),
    changedAt: instant(row.changedAtMs),
    ...(row.reprintedAs === null ? {} : { reprintedAs: row.reprintedAs }),
  }
}

/** The first step and the newest ones. */
export function traceView(row: JobRow, steps: readonly TraceStep[]): JobTrace {
  const shown =
    steps.length <= MAX_TRACE_STEPS ? steps : [...steps.slice(0, 1), ...steps.slice(1 - MAX_TRACE_STEPS)]
  return {
    job: jobView(row),
    ...picked(row, FACTS),
    isPayloadKept: row.hasPayload,
    isElsewhere: isElsewhere(row),
    steps: shown.map(({ atMs, tookMs, reasons, ...step }) => ({
      ...step,
      at: instant(atMs),
      reasons: [...reasons],
      tookMs: tookMs === null ? null : Math.max(0, Math.round(tookMs * 10) / 10),
    })),
  }
}
