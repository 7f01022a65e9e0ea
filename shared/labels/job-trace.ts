// A job with every step of its way, as it is told at its own computer.
import { z } from 'zod'
import { Instant, Uuid } from '../ids.ts'
import { Evidence, PrintJob, WireJobState } from '../print-job.ts'
import { Reasons } from '../reasons/reason.ts'

/** Of one job, so that a trace fits into a line of the control socket. */
export const MAX_TRACE_STEPS = 60

/** What is told about a job beside its trace. */
export const JobFacts = z.strictObject({
  /** Of the last failure; null when there was none. */
  code: z.string().max(64).nullable(),
  evidence: Evidence.nullable(),
  /** Labels it makes, where its language says so; 1 otherwise. */
  copies: z.int().min(1),
  /** Which reprint of which job it is; null for a first print. */
  reprint: z.strictObject({ of: Uuid, count: z.int().min(1) }).nullable(),
})

/** One step of a job's way. */
export const JobStep = z.strictObject({
  at: Instant,
  state: WireJobState,
  reasons: Reasons,
  /** Since the step before; null across a restart. */
  tookMs: z.number().min(0).nullable(),
  /** Bytes that left with this step. */
  bytes: z.int().min(0).nullable(),
  evidence: Evidence.nullable(),
})
export type JobStep = z.infer<typeof JobStep>

/** A job with every step of its way. */
export const JobTrace = z.strictObject({
  job: PrintJob,
  ...JobFacts.shape,
  /** What is on it is still kept, sealed: it can be printed again. */
  isPayloadKept: z.boolean(),
  /** Another computer took it, or may have: once it expired, it is printed there, or here as a reprint. */
  isElsewhere: z.boolean().optional(),
  /** The first and the newest. */
  steps: z.array(JobStep).max(MAX_TRACE_STEPS),
})
export type JobTrace = z.infer<typeof JobTrace>
