// The schema of agent.db as numbered steps, append-only: a step that was ever released is never changed.
//
// An update may be taken back: the version before then works on the file that the newer one has migrated. So a step adds
// tables, indexes, and columns that are null or have a default; what nobody reads any more goes one version later.

export interface Migration {
  /** Rises by one; stored as SQLite's user_version. */
  readonly number: number
  /**
   * Agents that know this number, or a higher one, work on the file after the step; the highest of all steps is stored as
   * SQLite's application_id. At most the last number of the release before (one-version-back.test.ts).
   */
  readonly usableFrom: number
  readonly name: string
  readonly sql: string
}

/** Numbers below were drafts that no pharmacy was given. */
const FIRST = 10

export const MIGRATIONS: readonly Migration[] = [
  {
    number: FIRST,
    usableFrom: FIRST,
    name: 'the first shape',
    sql: `
      CREATE TABLE installation (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        install_id TEXT NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE setting (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL,
        changed_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE assignment (
        kind TEXT PRIMARY KEY CHECK (kind IN ('newest', 'applied')),
        document TEXT NOT NULL,
        changed_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE known_peer (
        device_key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        how TEXT NOT NULL CHECK (how IN ('first_use', 'endorsed', 'confirmed')),
        since TEXT NOT NULL,
        named_at TEXT NOT NULL,
        PRIMARY KEY (device_key, fingerprint)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE pairing (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        pharmacy_id INTEGER NOT NULL,
        pharmacy_name TEXT NOT NULL,
        paired_at TEXT NOT NULL,
        hub_url TEXT
      ) STRICT;
      CREATE TABLE new_identity (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        install_id TEXT NOT NULL,
        code TEXT NOT NULL,
        asked_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE pause (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        paused_until TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 11,
    usableFrom: FIRST,
    name: 'certificates of printers',
    sql: `
      CREATE TABLE printer_certificate (
        printer TEXT PRIMARY KEY,
        fingerprint TEXT NOT NULL,
        how TEXT NOT NULL CHECK (how IN ('first_use', 'confirmed')),
        since TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 12,
    usableFrom: FIRST,
    name: 'the standby printer in use',
    sql: `
      CREATE TABLE standby_use (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        plan_key TEXT NOT NULL,
        first_again INTEGER NOT NULL,
        why TEXT NOT NULL,
        since TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    number: 13,
    usableFrom: FIRST,
    name: 'what became of prescription labels, until the pharmacy API took it',
    sql: `
      CREATE TABLE label_outcome (
        label_id TEXT PRIMARY KEY,
        job_id TEXT NOT NULL UNIQUE,
        pharmacy_id INTEGER NOT NULL,
        requested_at TEXT NOT NULL,
        told_state TEXT,
        told_evidence TEXT,
        told_reasons TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX label_outcome_by_age ON label_outcome (requested_at);
    `,
  },
  {
    number: 14,
    usableFrom: FIRST,
    name: 'what people here ask of support, until the hub took it',
    sql: `
      CREATE TABLE kept_help (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        client_id TEXT NOT NULL UNIQUE,
        pharmacy_id INTEGER NOT NULL,
        conversation TEXT NOT NULL,
        sealed BLOB NOT NULL,
        made_at TEXT NOT NULL,
        refusal TEXT
      ) STRICT;
    `,
  },
]
