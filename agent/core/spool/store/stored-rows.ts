// What else spool.sqlite answers, as the rest of the agent sees it; for the main thread (row-reader.ts says why). Jobs and
// steps: job-row.ts.
import { jobListNames } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { WireJobState, type JobState } from '@pharmacy-relay/shared/print-job.ts'
import { z } from 'zod'
import type { OpenAttempt } from './spool-store.ts'
import { bucketMs, percentileMs } from './durations.ts'
import { MS_PER_HOUR } from './hours.ts'

const Count = z.int().min(0)

export const StoredAttempts: z.ZodType<OpenAttempt[]> = z.array(
  z.object({
    jobId: z.string(),
    attempt: z.int().min(1),
    startedAtMs: z.int(),
    kind: z.enum(['printer', 'computer']),
    destination: z.string(),
    odometer: z.int().nullable(),
    noted: z.string().nullable(),
  }),
)

export const StoredPayload = z
  .object({ sealed: z.instanceof(Uint8Array) })
  .optional()
  .transform((row) => row?.sealed ?? null)

export const StoredListCounts = z.record(z.enum(jobListNames), Count)

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
  counts: z.array(z.object({ hour: z.int(), what: WireJobState, count: Count })),
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
