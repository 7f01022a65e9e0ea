// The shape of the spool: what is asked for at every label is told by an index, and what an earlier version wrote is found.
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { jobQueries } from './jobs.queries.ts'
import { IS_PENDING } from './job-states.queries.ts'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'
import { StoredSteps } from '../step-row.ts'
import { StoredAttempts } from '../stored-rows.ts'
import { traceQueries } from './trace.queries.ts'

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
  const { findNumber } = jobQueries(database, 1)
  expect([findNumber(['B-1', '1']), findNumber(['B-2', '2'])]).toMatchObject([
    { id: 'before', n: 1, number: null },
    { id: 'taken-back', n: 2, number: null },
  ])
  expect(findNumber(['B-3', '3'])).toBeUndefined()
})

test('A try of the version before, under way when it ended, is known with its counter, and a newer one before it', () => {
  const database = new Sqlite(':memory:')
  const before = SPOOL_MIGRATIONS.filter(({ number }) => number < 14)
  for (const { sql } of before) database.exec(sql)
  const sending = (id: string): void => {
    database.prepare(OF_BEFORE).run(id)
    database.exec(`UPDATE job SET state = 'sending', attempts = 1, destination = 'P' WHERE id = '${id}'`)
    database.exec(
      `INSERT INTO attempt (job_n, attempt, destination, odometer, started_at_ms)
       SELECT n, 1, 'P', 41, 7 FROM job WHERE id = '${id}'`,
    )
    database.exec(
      `INSERT INTO step (job_n, at_ms, run, run_ms, state, reasons) SELECT n, 7, 1, 0, 'sending', '[]' FROM job
       WHERE id = '${id}'`,
    )
  }
  sending('of before')
  for (const { sql } of SPOOL_MIGRATIONS.slice(before.length)) database.exec(sql)
  sending('taken back')
  sending('again')
  const again = `UPDATE job SET attempts = 2, try_number = 2, try_odometer = 43, try_at_ms = 9,
    way = '[9,"sending",[],null,null,null]' WHERE id = 'again'`
  database.exec(again)
  const { openAttempts, steps } = traceQueries(database)
  const tried = { attempt: 1, kind: 'printer', noted: null, destination: 'P', odometer: 41, startedAtMs: 7 }
  expect(StoredAttempts.parse(openAttempts())).toEqual([
    { jobId: 'of before', ...tried },
    { jobId: 'taken back', ...tried },
    { jobId: 'again', ...tried, attempt: 2, odometer: 43, startedAtMs: 9 },
  ])
  expect(StoredSteps.parse(steps('again'))).toMatchObject([
    { atMs: 7, state: 'sending' },
    { atMs: 9, state: 'sending', tookMs: null },
  ])
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
