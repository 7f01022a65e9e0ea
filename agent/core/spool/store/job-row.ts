// A job: its row in spool.sqlite follows from what is shown of it (shared/print-job.ts), with what only this computer needs. A field
// that is shown is added there, and to job-columns.ts; for the main thread (row-reader.ts).
import { JobFacts } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { z } from 'zod'
import { CHANGED_SINCE } from './changed-since.ts'

const Flag = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1)
const Count = z.int().min(0)
/** The column is JSON by its CHECK. */
export const StoredReasons: z.ZodType<Reasons, string> = z
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

const StoredJob = JobColumns.transform(rowOf)
/** A job as it stands; its payload is kept apart, sealed. */
export type JobRow = Readonly<z.infer<typeof StoredJob>>

export const StoredJobs = z.array(StoredJob)

/** With what its next change is founded on. */
const KeptJob = z
  .object({ ...JobColumns.shape, steps: Count })
  .transform(({ steps, ...columns }) => ({ row: rowOf(columns), steps }))
export const KeptJobs = z.array(KeptJob)
export const MaybeKeptJob = KeptJob.optional().transform((job) => job ?? null)

/** What the file gives a new job. */
export const Given = z.object({ n: Count, number: z.string() })
/** Null: as it was asked for. */
export const Written = z.union([z.null(), z.literal(CHANGED_SINCE), KeptJob])

function rowOf({ reprintOf, reprintCount, number, ...job }: JobColumns) {
  return {
    ...job,
    number: number ?? String(job.n),
    reprint: reprintOf === null || reprintCount === null ? null : { of: reprintOf, count: reprintCount },
  }
}
