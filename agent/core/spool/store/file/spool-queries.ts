// Every statement of the spool on one connection, prepared once.
import type { Database } from 'better-sqlite3'
import { cleanUpQueries, type CleanUpQueries } from './clean-up.queries.ts'
import { countQueries, type CountQueries } from './counts.queries.ts'
import { jobListQueries, type JobListQueries } from './job-lists.queries.ts'
import { jobQueries, type JobQueries } from './jobs.queries.ts'
import { shrink, transactionsOf, usedBytesOf, type Transactions } from './spool-file.queries.ts'
import { traceQueries, type TraceQueries } from './trace.queries.ts'

export interface SpoolQueries {
  readonly transactions: Transactions
  readonly jobs: JobQueries
  readonly lists: JobListQueries
  readonly trace: TraceQueries
  readonly counts: CountQueries
  readonly cleanUp: CleanUpQueries
  /** Bytes of the file that hold something. */
  usedBytes(): number
  /** Gives so many free pages back to the disk. */
  shrink(pages: number): void
}

export function spoolQueries(database: Database): SpoolQueries {
  return {
    transactions: transactionsOf(database),
    jobs: jobQueries(database),
    lists: jobListQueries(database),
    trace: traceQueries(database),
    counts: countQueries(database),
    cleanUp: cleanUpQueries(database),
    usedBytes: usedBytesOf(database),
    shrink: (pages) => shrink(database, pages),
  }
}
