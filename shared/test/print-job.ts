// A job as agents show it, and a step of its way, for tests that need one.
import { JobStep } from '../labels/job-trace.ts'
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

const SAMPLES: readonly unknown[] = [7, 'L3', 'zpl', AT, true]

/** Tells whatever a step can: a value of each field, also of those to come. */
export function tellingStep(changes: Partial<JobStep> = {}): JobStep {
  const facts = Object.entries(JobStep.shape).map(([name, schema]) => {
    return [name, SAMPLES.find((value) => schema.safeParse(value).success)] as const
  })
  return JobStep.parse({ ...Object.fromEntries(facts), state: 'accepted', reasons: [], ...changes })
}
