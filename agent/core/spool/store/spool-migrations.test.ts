// A spool of the version before keeps its labels, and none of them is taken for one that another computer may have.
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'
import { spoolQueries } from './spool-queries.ts'
import { StoredAttempts, StoredJobs } from './stored-rows.ts'

test('Migration 2 leaves jobs and attempts as they are, for a printer', () => {
  const database = new Sqlite(':memory:')
  const [first, ...later] = SPOOL_MIGRATIONS
  database.exec(first?.sql ?? '')
  database.exec(`
    INSERT INTO job (id, state, reason, sender, ended_by, language, bytes, sha256, copies, accepted_at_ms, changed_at_ms)
      VALUES ('a', 'sending', '', 'x', 'fin', 'zpl', 1, '${'0'.repeat(64)}', 1, 1, 1);
    INSERT INTO attempt (job_n, attempt, destination, started_at_ms) VALUES (1, 1, 'DISPENSARY', 1);
  `)
  for (const { sql } of later) database.exec(sql)
  const { jobs, trace } = spoolQueries(database)
  const untouched = { origin: null, ttlMs: null, target: null, isAnswered: false }
  expect(StoredJobs.parse(jobs.unfinished())).toMatchObject([{ id: 'a', ...untouched }])
  expect(StoredAttempts.parse(trace.openAttempts())).toMatchObject([{ kind: 'printer' }])
  expect(jobs.unsettled('DISPENSARY', 10)).toEqual([])
})

test('What another computer may have is told by its index', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = `SELECT id FROM job WHERE target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown')
    AND target = 'DISPENSARY' ORDER BY n DESC LIMIT 5`
  expect(JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())).toContain('job_unsettled')
})
