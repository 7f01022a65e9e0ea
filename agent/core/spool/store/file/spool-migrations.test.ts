// The first shape of the spool: what is asked for at every label is told by an index.
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { SPOOL_MIGRATIONS } from './spool-migrations.ts'

test('What another computer may have is told by its index', () => {
  const database = new Sqlite(':memory:')
  for (const { sql } of SPOOL_MIGRATIONS) database.exec(sql)
  const query = `SELECT id FROM job WHERE target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown')
    AND target = 'DISPENSARY' ORDER BY n DESC LIMIT 5`
  expect(JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all())).toContain('job_unsettled')
})
