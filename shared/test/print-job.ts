// A job as agents show it, and its trace, for tests that need one.
import { JobStep, type JobTrace } from '../labels/job-trace.ts'
import type { PrintJob } from '../print-job.ts'

const AT = '2026-11-20T09:00:00.000Z'

/** A whole label that was accepted and is nowhere yet. */
export function printJobOf(changes: Partial<PrintJob> = {}): PrintJob {
  return {
    id: '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11',
    n: 1,
    state: 'accepted',
    reasons: [],
    sender: '192.168.1.20',
    bytes: 140,
    language: 'zpl',
    destination: null,
    attempts: 0,
    acceptedAt: AT,
    changedAt: '2026-11-20T09:00:01.000Z',
    ...changes,
  }
}

/** Of a first print, without any step. */
export function jobTraceOf({ job, ...changes }: TraceChanges = {}): JobTrace {
  return {
    job: printJobOf(job),
    code: null,
    evidence: null,
    copies: 1,
    reprint: null,
    isPayloadKept: true,
    steps: [],
    ...changes,
  }
}

type TraceChanges = Partial<Omit<JobTrace, 'job'>> & { readonly job?: Partial<PrintJob> }

/** Tells nothing beside its state. */
export function jobStepOf(changes: Partial<JobStep> = {}): JobStep {
  return { at: AT, state: 'accepted', reasons: [], tookMs: null, bytes: null, evidence: null, ...changes }
}

const SAMPLES: readonly unknown[] = [7, 'L3', 'zpl', AT, true]

/** Tells whatever a step can: a value of each field, also of those to come. */
export function tellingStep(changes: Partial<JobStep> = {}): JobStep {
  const facts = Object.entries(JobStep.shape).map(([name, schema]) => {
    return [name, SAMPLES.find((value) => schema.safeParse(value).success)] as const
  })
  return JobStep.parse({ ...Object.fromEntries(facts), state: 'accepted', reasons: [], ...changes })
}
