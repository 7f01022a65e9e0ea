// Every statement of the spool on one connection, prepared once.
import { randomInt } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { cleanUpQueries, type CleanUpQueries } from './clean-up.queries.ts'
import { countQueries, type CountQueries } from './counts/counts.queries.ts'
import { jobListQueries, type JobListQueries } from './job-lists.queries.ts'
import { jobQueries, type JobQueries } from './jobs.queries.ts'
import { collectGarbage } from '../../../memory/collect-garbage.ts'
import { forgetPages, shrink, transactionsOf, usedBytesOf, type Transactions } from './spool-file.queries.ts'
import { traceQueries, type TraceQueries } from './trace.queries.ts'
import { WaitingTally } from './waiting-tally.ts'

/** So many that no two that one label lives in are the same. */
const MOST_RUNS = 2 ** 47

export interface SpoolQueries {
  readonly transactions: Transactions
  readonly jobs: JobQueries
  readonly waiting: WaitingTally
  readonly lists: JobListQueries
  readonly trace: TraceQueries
  readonly counts: CountQueries
  readonly cleanUp: CleanUpQueries
  /** Bytes of the file that hold something. */
  usedBytes(): number
  /** Gives so many free pages back to the disk. */
  shrink(pages: number): void
  /** Pages of the file that are remembered, and garbage of this thread. */
  giveMemoryBack(): void
}

export function spoolQueries(database: Database): SpoolQueries {
  const jobs = jobQueries(database, randomInt(MOST_RUNS))
  return {
    transactions: transactionsOf(database),
    jobs,
    waiting: new WaitingTally(() => jobs.waiting()),
    lists: jobListQueries(database),
    trace: traceQueries(database),
    counts: countQueries(database),
    cleanUp: cleanUpQueries(database),
    usedBytes: usedBytesOf(database),
    shrink: (pages) => shrink(database, pages),
    giveMemoryBack: () => {
      forgetPages(database)
      collectGarbage()
    },
  }
}
