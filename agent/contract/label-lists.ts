// What may be asked about many labels at once: a page of all or of one list, and how many each list has.
import { jobListNames } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { z } from 'zod'
import { count, endpoint } from './endpoint.ts'

/** Jobs in one reply. */
export const MAX_JOBS = 1_000
/** On one page of a list. */
export const USUAL_JOBS = 50

export const labelLists = {
  /** Newest first. `only`: those of one list; `before`: those with a lower `n`, for the page behind one that was full. */
  jobs: endpoint({
    method: 'GET',
    path: '/v1/jobs',
    summary: `labels; ?only=${jobListNames.join('|')} &before=N &count= up to ${MAX_JOBS}`,
    params: z.strictObject({
      count: count(MAX_JOBS).default(USUAL_JOBS),
      only: z.enum(jobListNames).nullable().default(null),
      before: count(Number.MAX_SAFE_INTEGER).nullable().default(null),
    }),
    reply: z.array(PrintJob).max(MAX_JOBS),
  }),
  /** How many labels stand in each list. */
  jobLists: endpoint({
    method: 'GET',
    path: '/v1/job-lists',
    summary: 'how many labels each list has',
    reply: z.record(z.enum(jobListNames), z.int().min(0)),
  }),
} as const
