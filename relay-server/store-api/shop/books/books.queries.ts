// Asks the books, all of them of the same moment: nothing that is sold meanwhile looks like a fault.
import pg from 'pg'
import type { BookCheck, BookFault } from './book-check.ts'

/** So many are named; all are counted. */
const NAMED = 20

export interface StepKind {
  readonly was: string | null
  readonly became: string
  readonly cause: string
  readonly count: number
}

export interface Books {
  /** How many rows break the rule, and the first of them. */
  faultsOf(check: BookCheck): Promise<BookFault | null>
  /** Every kind of step that orders ever made. */
  stepKinds(): Promise<StepKind[]>
}

/** At `url`, without limits of time: a large shop takes a minute. */
export async function withBooks<R>(url: string, work: (books: Books) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url, application_name: 'shop-check' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local jit = off; set local work_mem = '64MB'`)
    return await work(booksOf(client))
  } finally {
    await client.end()
  }
}

/** As this connection sees them. */
export function booksOf(client: pg.Client): Books {
  return {
    faultsOf: async ({ name, rule, sql }) => {
      const { rows } = await client.query<{ what: string; count: number }>(
        `select "what", (count(*) over ())::integer as "count" from (${sql}) f limit ${NAMED}`,
      )
      const [first] = rows
      if (first === undefined) return null
      return { name, rule, count: first.count, rows: rows.map(({ what }) => what) }
    },
    stepKinds: async () => {
      const { rows } = await client.query<StepKind>(
        `select "was", "became", "cause", count(*)::integer as "count" from "OrderHistory" group by 1, 2, 3`,
      )
      return rows
    },
  }
}
