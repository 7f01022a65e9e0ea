// The schema of spool.sqlite as numbered steps, as in database/migrations.ts.
import type { Migration } from '../../../database/migrations.ts'

// n is never given twice, also when its job is gone (AUTOINCREMENT). Partial indexes repeat the states of
// job-states.queries.ts, or they are not used.
export const SPOOL_MIGRATIONS: readonly Migration[] = [
  {
    number: 10,
    usableFrom: 10,
    name: 'the first shape',
    sql: `
      CREATE TABLE job (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL,
        reasons TEXT NOT NULL CHECK (json_valid(reasons)),
        code TEXT,
        sender TEXT NOT NULL,
        ended_by TEXT NOT NULL,
        language TEXT NOT NULL,
        is_complete INTEGER CHECK (is_complete IN (0, 1)),
        bytes INTEGER NOT NULL CHECK (bytes > 0),
        sha256 TEXT NOT NULL,
        copies INTEGER NOT NULL,
        destination TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        evidence TEXT,
        reprint_of TEXT,
        reprint_count INTEGER,
        accepted_at_ms INTEGER NOT NULL,
        changed_at_ms INTEGER NOT NULL,
        has_payload INTEGER NOT NULL DEFAULT 1,
        steps INTEGER NOT NULL DEFAULT 0,
        origin TEXT,
        ttl_ms INTEGER CHECK (ttl_ms >= 0),
        target TEXT,
        is_answered INTEGER NOT NULL DEFAULT 0 CHECK (is_answered IN (0, 1)),
        CHECK ((reprint_of IS NULL) = (reprint_count IS NULL))
      ) STRICT;
      CREATE INDEX job_waiting ON job (n, state, bytes)
        WHERE state IN ('accepted', 'waiting_for_printer', 'sending');
      CREATE INDEX job_over_with_payload ON job (changed_at_ms, bytes)
        WHERE has_payload = 1 AND state NOT IN ('accepted', 'waiting_for_printer', 'sending');
      CREATE INDEX job_over ON job (changed_at_ms)
        WHERE state NOT IN ('accepted', 'waiting_for_printer', 'sending');
      CREATE INDEX job_unsettled ON job (n)
        WHERE target IS NOT NULL AND is_answered = 0 AND state IN ('forwarded', 'unknown');

      CREATE TABLE payload (
        job_n INTEGER PRIMARY KEY REFERENCES job (n) ON DELETE CASCADE,
        sealed BLOB NOT NULL
      ) STRICT;

      CREATE TABLE attempt (
        job_n INTEGER NOT NULL REFERENCES job (n) ON DELETE CASCADE,
        attempt INTEGER NOT NULL,
        destination TEXT NOT NULL,
        odometer INTEGER,
        started_at_ms INTEGER NOT NULL,
        ended_at_ms INTEGER,
        ended_as TEXT,
        bytes_sent INTEGER,
        kind TEXT NOT NULL DEFAULT 'printer' CHECK (kind IN ('printer', 'computer')),
        PRIMARY KEY (job_n, attempt)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX attempt_open ON attempt (job_n, attempt) WHERE ended_at_ms IS NULL;

      CREATE TABLE step (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        job_n INTEGER NOT NULL REFERENCES job (n) ON DELETE CASCADE,
        at_ms INTEGER NOT NULL,
        run INTEGER NOT NULL,
        run_ms REAL NOT NULL,
        state TEXT NOT NULL,
        reasons TEXT NOT NULL CHECK (json_valid(reasons)),
        took_ms REAL,
        bytes INTEGER,
        evidence TEXT
      ) STRICT;
      CREATE INDEX step_of_job ON step (job_n, number);

      CREATE TABLE hour_count (
        hour INTEGER NOT NULL,
        what TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (hour, what)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE hour_duration (
        hour INTEGER NOT NULL,
        bucket INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (hour, bucket)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 11,
    usableFrom: 10,
    name: 'answers that the computer with the label has not heard',
    sql: `
      ALTER TABLE job ADD COLUMN pending_answer TEXT CHECK (pending_answer IN ('came_out', 'did_not_come_out'));
      CREATE INDEX job_pending ON job (n) WHERE pending_answer IS NOT NULL;
    `,
  },
  {
    number: 12,
    usableFrom: 10,
    name: 'the number of a label as people say it',
    // Null where it is n: in the rows of before, and in those that the version before adds after an update was taken back.
    sql: `
      ALTER TABLE job ADD COLUMN number TEXT;
      CREATE INDEX job_number ON job (number) WHERE number IS NOT NULL;
    `,
  },
  {
    number: 13,
    usableFrom: 10,
    name: 'lists of labels that need somebody',
    // Of the few labels that did not simply come out, and of reprints: no other label touches them.
    sql: `
      CREATE INDEX job_for_person ON job (n, state) WHERE state IN ('held', 'unknown', 'failed', 'expired');
      CREATE INDEX job_reprint ON job (reprint_of, reprint_count) WHERE reprint_of IS NOT NULL;
    `,
  },
  {
    number: 14,
    usableFrom: 10,
    name: 'one row of a job, which a change writes',
    // The way of a job and the try that is under way stand in its row; `step` and `attempt` have what a version before wrote. One
    // index for two: with the name and the columns that the version before asks for.
    sql: `
      ALTER TABLE job ADD COLUMN way TEXT;
      ALTER TABLE job ADD COLUMN run INTEGER;
      ALTER TABLE job ADD COLUMN run_ms REAL;
      ALTER TABLE job ADD COLUMN try_number INTEGER;
      ALTER TABLE job ADD COLUMN try_odometer INTEGER;
      ALTER TABLE job ADD COLUMN try_at_ms INTEGER;
      DROP INDEX attempt_open;
      DROP INDEX job_over;
      DROP INDEX job_over_with_payload;
      CREATE INDEX job_over_with_payload ON job (has_payload, changed_at_ms, bytes)
        WHERE state NOT IN ('accepted', 'waiting_for_printer', 'sending');
    `,
  },
  {
    number: 15,
    usableFrom: 10,
    name: 'tries that are noted beside the spool',
    // A version before leaves it as it is, so the try that it is of stands in it.
    sql: 'ALTER TABLE job ADD COLUMN try_noted TEXT',
  },
]
