// A job as it is shown, made from its row.
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { MAX_TRACE_STEPS, type JobTrace, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { isElsewhere } from '../rules/refusals.ts'
import type { JobRow, TraceStep } from '../store/spool-store.ts'

const MAX_TEXT = { sender: 100, destination: 300 }

export function jobView(row: JobRow): PrintJob {
  const { id, n, state, bytes, language, attempts } = row
  return {
    id,
    n,
    state,
    bytes,
    language,
    attempts,
    reasons: [...row.reasons],
    sender: row.sender.slice(0, MAX_TEXT.sender),
    destination: row.destination?.slice(0, MAX_TEXT.destination) ?? null,
    acceptedAt: instant(row.acceptedAtMs),
    changedAt: instant(row.changedAtMs),
  }
}

/** The first step and the newest ones. */
export function traceView(row: JobRow, steps: readonly TraceStep[]): JobTrace {
  const { code, evidence, copies, reprint, hasPayload } = row
  const shown =
    steps.length <= MAX_TRACE_STEPS ? steps : [...steps.slice(0, 1), ...steps.slice(1 - MAX_TRACE_STEPS)]
  return {
    job: jobView(row),
    code,
    evidence,
    copies,
    reprint,
    isPayloadKept: hasPayload,
    isElsewhere: isElsewhere(row),
    steps: shown.map(({ atMs, state, reasons, tookMs, bytes, evidence: level }) => ({
      at: instant(atMs),
      state,
      reasons: [...reasons],
      bytes,
      evidence: level,
      tookMs: tookMs === null ? null : Math.max(0, Math.round(tookMs * 10) / 10),
    })),
  }
}
