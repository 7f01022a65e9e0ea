// The statements on lists of labels: a page of one list or of all labels, and how many stand in each list.
import type { JobListName, JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { jobListNames } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { Database, Statement } from 'better-sqlite3'
import { LIST_PARTS } from './job-states.queries.ts'
import { JOB_ROW } from './jobs.queries.ts'

export interface JobListQueries {
  /** Newest first, at most `limit`. */
  page(page: JobPage, limit: number): unknown[]
  /** How many labels stand in each list, by its name. */
  counts(): unknown
}

export function jobListQueries(database: Database): JobListQueries {
  const all = database.prepare(pageOfAllSql())
  const lists = new Map<JobListName, Statement>(
    jobListNames.map((list) => [list, database.prepare(pageSql(list))]),
  )
  const counts = database.prepare(countsSql())
  return {
    page: ({ only, before }, limit) => {
      const statement = only === null ? all : lists.get(only)
      return statement?.all({ before: before ?? Number.MAX_SAFE_INTEGER, limit }) ?? []
    },
    counts: () => counts.get(),
  }
}

function pageOfAllSql(): string {
  return `SELECT ${JOB_ROW} FROM job WHERE n < @before ORDER BY n DESC LIMIT @limit`
}

/** The newest of each part by its index, then the newest of these. */
export function pageSql(list: JobListName): string {
  const parts = LIST_PARTS[list].map(
    (part) => `SELECT n FROM (SELECT n FROM job WHERE ${part} AND n < @before ORDER BY n DESC LIMIT @limit)`,
  )
  return `SELECT ${JOB_ROW} FROM job WHERE n IN (${parts.join(' UNION ALL ')}) ORDER BY n DESC LIMIT @limit`
}

export function countsSql(): string {
  const countOf = (list: JobListName): string =>
    LIST_PARTS[list].map((part) => `(SELECT count(*) FROM job WHERE ${part})`).join(' + ')
  return `SELECT ${jobListNames.map((list) => `${countOf(list)} AS "${list}"`).join()}`
}
