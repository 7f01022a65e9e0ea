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

export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    usableFrom: 1,
    name: 'installation and settings',
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
    `,
  },
  {
    number: 2,
    usableFrom: 1,
    name: 'printer assignments',
    sql: `
      CREATE TABLE assignment (
        kind TEXT PRIMARY KEY CHECK (kind IN ('newest', 'applied')),
        document TEXT NOT NULL,
        changed_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 3,
    usableFrom: 1,
    name: 'certificates of other computers',
    sql: `
      CREATE TABLE known_peer (
        device_key TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        how TEXT NOT NULL CHECK (how IN ('first_use', 'endorsed', 'confirmed')),
        since TEXT NOT NULL,
        named_at TEXT NOT NULL,
        PRIMARY KEY (device_key, fingerprint)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    number: 4,
    usableFrom: 4,
    name: 'pairing in place of enrolment keys',
    sql: `
      CREATE TABLE pairing (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        pharmacy_id INTEGER NOT NULL,
        pharmacy_name TEXT NOT NULL,
        paired_at TEXT NOT NULL
      ) STRICT;
      CREATE TABLE new_identity (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        install_id TEXT NOT NULL,
        code TEXT NOT NULL,
        asked_at TEXT NOT NULL
      ) STRICT;
      DELETE FROM setting WHERE name IN ('EnrolmentKey', 'PharmacyId');
    `,
  },
  {
    number: 5,
    usableFrom: 4,
    name: 'the platform of the pairing',
    sql: 'ALTER TABLE pairing ADD COLUMN hub_url TEXT;',
  },
  {
    number: 6,
    usableFrom: 4,
    name: 'printing paused by a person',
    sql: `
      CREATE TABLE pause (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        paused_until TEXT NOT NULL
      ) STRICT;
    `,
  },
]
