// Rows of spool.sqlite as the rest of the agent sees them; for the main thread (row-reader.ts says why).
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { jobStates, PrintJob, type JobState } from '@pharmacy-relay/shared/print-job.ts'
import { z } from 'zod'
import type { JobRow, OpenAttempt, TraceStep } from './spool-store.ts'
import { bucketMs, percentileMs } from './durations.ts'
import { MS_PER_HOUR } from './hours.ts'

const State = z.enum(jobStates)
const Evidence = z.enum(['L0', 'L1', 'L2', 'L3', 'L4']).nullable()
const Flag = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1)
const Count = z.int().min(0)
/** The column is JSON by its CHECK. */
const StoredReasons = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Reasons)

export const StoredJob = z
  .object({
    id: z.string(),
    n: z.int().min(1),
    state: State,
    reasons: StoredReasons,
    code: z.string().nullable(),
    sender: z.string(),
    endedBy: z.enum(['fin', 'idle', 'reset', 'asked']),
    language: PrintJob.shape.language,
    isComplete: Flag.nullable(),
    bytes: z.int().min(1),
    sha256: z.string().length(64),
    copies: Count,
    destination: z.string().nullable(),
    attempts: Count,
    evidence: Evidence,
    reprintOf: z.string().nullable(),
    reprintCount: Count.nullable(),
    acceptedAtMs: z.int(),
    changedAtMs: z.int(),
    hasPayload: Flag,
    origin: z.string().nullable(),
    ttlMs: Count.nullable(),
    target: z.string().nullable(),
    isAnswered: Flag,
  })
  .transform(({ reprintOf, reprintCount, ...job }): JobRow => ({
    ...job,
    reprint: reprintOf === null || reprintCount === null ? null : { of: reprintOf, count: reprintCount },
  }))
export const StoredJobs = z.array(StoredJob)
export const MaybeStoredJob = StoredJob.optional().transform((job) => job ?? null)

export const StoredSteps: z.ZodType<TraceStep[]> = z.array(
  z.object({
    atMs: z.int(),
    state: State,
    reasons: StoredReasons,
    tookMs: z.number().nullable(),
    bytes: Count.nullable(),
    evidence: Evidence,
  }),
)

export const StoredAttempts: z.ZodType<OpenAttempt[]> = z.array(
  z.object({
    jobId: z.string(),
    attempt: z.int().min(1),
    startedAtMs: z.int(),
    kind: z.enum(['printer', 'computer']),
    destination: z.string(),
    odometer: z.int().nullable(),
  }),
)

export const StoredPayload = z
  .object({ sealed: z.instanceof(Uint8Array) })
  .optional()
  .transform((row) => row?.sealed ?? null)

/** True: there is more to remove. */
export const CleanUpResult = z.boolean()

/** What became of labels in one hour; a label that was sent and then confirmed counts in both. */
export interface HourCounts {
  /** Start of the hour, ms since 1970. */
  readonly hourMs: number
  readonly accepted: number
  /** How many reached each state. */
  readonly reached: Readonly<Partial<Record<JobState, number>>>
  /** From accepted to sent, forwarded or printed: within so many ms, from a histogram; null without any. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** The histogram: `count` labels took at most `ms`. */
  readonly took: readonly { readonly ms: number; readonly count: number }[]
}

const HourRows = z.object({
  counts: z.array(z.object({ hour: z.int(), what: State, count: Count })),
  durations: z.array(z.object({ hour: z.int(), bucket: Count, count: Count })),
})

/** Oldest first. */
export const StoredHours = HourRows.transform(({ counts, durations }): HourCounts[] => {
  const hours = [...new Set(counts.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return hours.map((hour) => {
    const reached = Object.fromEntries(
      counts.filter((row) => row.hour === hour).map(({ what, count }) => [what, count]),
    )
    const took = durations.filter((row) => row.hour === hour)
    return {
      hourMs: hour * MS_PER_HOUR,
      accepted: reached['accepted'] ?? 0,
      reached,
      p50Ms: percentileMs(took, 50),
      p99Ms: percentileMs(took, 99),
      took: took.map(({ bucket, count }) => ({ ms: bucketMs(bucket), count })),
    }
  })
})
