// A job and a step of its way: the row in spool.sqlite follows from what is shown of it (shared/print-job.ts), with what
// only this computer needs. A field that is shown is added there, and to job-columns.ts; for the main thread (row-reader.ts).
import { JobFacts, JobStep, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { z } from 'zod'

const Flag = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1)
const Count = z.int().min(0)
/** The column is JSON by its CHECK. */
const StoredReasons: z.ZodType<Reasons, string> = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Reasons)

const JobColumns = z.object({
  ...PrintJob.omit({ acceptedAt: true, changedAt: true, reprintedAs: true }).shape,
  ...JobFacts.omit({ reprint: true }).shape,
  id: z.string(),
  /** Null: `n`, of a computer without a letter or of an agent that knew no other number. */
  number: z.string().nullable(),
  reasons: StoredReasons,
  /** Cut when it is shown, as the destination is. */
  sender: z.string(),
  destination: z.string().nullable(),
  reprintOf: z.string().nullable(),
  reprintCount: Count.nullable(),
  /** Wall clock, ms since 1970. */
  acceptedAtMs: z.int(),
  changedAtMs: z.int(),
  endedBy: z.enum(['fin', 'idle', 'reset', 'asked']),
  /** Null: not checked. */
  isComplete: Flag.nullable(),
  /** Of the payload, 64 hexadecimal digits; masked in the file. */
  sha256: z.string().length(64),
  /** The payload is still there. */
  hasPayload: Flag,
  /** Device key of the computer that it came from by the job link; null when it came otherwise. */
  origin: z.string().nullable(),
  /** Life that its sender left it, in ms; null for the usual. Ends with a release: a person wants it then. */
  ttlMs: Count.nullable(),
  /** Computer that it was handed to last, or may be at any moment; null when it is for a printer of this computer. */
  target: z.string().nullable(),
  /** A person said what became of it; only the word of a person at the computer that has it changes that. */
  isAnswered: Flag,
  /** What a person here said, until the computer that has the label heard it; null otherwise. */
  pendingAnswer: z.enum(['came_out', 'did_not_come_out']).nullable(),
  /** As its view says; null: it was not, or its state needs nobody. */
  reprintedAs: z.string().nullable(),
})
export type JobColumns = z.infer<typeof JobColumns>

export const StoredJob = JobColumns.transform(({ reprintOf, reprintCount, number, ...job }) => ({
  ...job,
  number: number ?? String(job.n),
  reprint: reprintOf === null || reprintCount === null ? null : { of: reprintOf, count: reprintCount },
}))
/** A job as it stands; its payload is kept apart, sealed. */
export type JobRow = Readonly<z.infer<typeof StoredJob>>

export const StoredJobs = z.array(StoredJob)
export const MaybeStoredJob = StoredJob.optional().transform((job) => job ?? null)

const StepColumns = z.object({
  ...JobStep.omit({ at: true }).shape,
  reasons: StoredReasons,
  atMs: z.int(),
  /** Since the step before, on the monotonic clock of this process; null across a restart. Below 0 when shown as 0. */
  tookMs: z.number().nullable(),
})
export type StepColumns = z.infer<typeof StepColumns>

/** One step of a job's way, for its trace. */
export type TraceStep = Readonly<StepColumns>
export const StoredSteps = z.array(StepColumns)
