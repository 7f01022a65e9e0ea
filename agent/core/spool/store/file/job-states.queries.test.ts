// The states in SQL are those of the program, and their index is used.
import Sqlite from 'better-sqlite3'
import { jobStates } from '@pharmacy-relay/shared/print-job.ts'
import { expect, test } from 'vitest'
import { isUnderWay } from '../../rules/job-states.ts'
import { IS_OVER, IS_WAITING } from './job-states.queries.ts'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'

test.each(jobStates)('%s is the same in SQL as in the program', (state) => {
  const query = `SELECT ${IS_WAITING} AS waiting, ${IS_OVER} AS over FROM (SELECT ? AS state)`
  const isWaiting = isUnderWay(state)
  expect(new Sqlite(':memory:').prepare(query).get(state)).toEqual({
    waiting: Number(isWaiting),
    over: Number(!isWaiting),
  })
})

test('how much waits is told by its index alone', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = `SELECT count(*), sum(bytes) FROM job WHERE ${IS_WAITING}`
  const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())
  expect(plan).toContain('COVERING INDEX job_waiting')
})
