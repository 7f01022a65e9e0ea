// The shape of the spool: what is asked for at every label is told by an index, and what an earlier version wrote is found.
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { jobQueries } from './jobs.queries.ts'
import { IS_PENDING } from './job-states.queries.ts'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'

test('What another computer may have is told by its index', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = `SELECT id FROM job WHERE target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown')
    AND target = 'DISPENSARY' ORDER BY n DESC LIMIT 5`
  expect(JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())).toContain('job_unsettled')
})

/** As the version before writes a label, into a file of either shape. */
const OF_BEFORE = `INSERT INTO job
    (id, state, reasons, sender, ended_by, language, bytes, sha256, copies, accepted_at_ms, changed_at_ms)
  VALUES (?, 'held', '[]', '127.0.0.1', 'fin', 'zpl', 9, 'x', 1, 0, 0)`

test('A label of before labels had numbers is found by its count, also one of after an update was taken back', () => {
  const database = new Sqlite(':memory:')
  const [first, ...later] = SPOOL_MIGRATIONS
  database.exec(first?.sql ?? '')
  database.prepare(OF_BEFORE).run('before')
  for (const { sql } of later) database.exec(sql)
  database.prepare(OF_BEFORE).run('taken-back')
  const { findNumber } = jobQueries(database)
  expect([findNumber(['B-1', '1']), findNumber(['B-2', '2'])]).toMatchObject([
    { id: 'before', n: 1, number: null },
    { id: 'taken-back', n: 2, number: null },
  ])
  expect(findNumber(['B-3', '3'])).toBeUndefined()
})

test('A number is told by its index', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = 'SELECT id FROM job WHERE number = ? ORDER BY n DESC LIMIT 1'
  const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all('B-75'))
  expect(plan).toContain('job_number')
  expect(plan).not.toContain('TEMP B-TREE')
})

test('Answers that were not heard are told by their index', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = `SELECT id FROM job WHERE ${IS_PENDING} ORDER BY n LIMIT 5`
  expect(JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())).toContain('job_pending')
})
