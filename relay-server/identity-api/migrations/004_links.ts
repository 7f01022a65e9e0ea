// Links that are sent to people for a new password or another e-mail address, and tries of every kind by key.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('PasswordChangeLinks')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('userId', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('tokenHash', 'bytea', (column) => column.notNull().unique())
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    .addColumn('usedAt', 'timestamptz')
    .addColumn('endedAt', 'timestamptz')
    .execute()
  // The newest only.
  await sql`create unique index "PasswordChangeLinks_open" on "PasswordChangeLinks" ("userId")
    where "usedAt" is null and "endedAt" is null`.execute(db)
  await db.schema
    .createTable('EmailChanges')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('Users.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('oldTokenHash', 'bytea', (column) => column.notNull().unique())
    .addColumn('newTokenHash', 'bytea', (column) => column.notNull().unique())
    .addColumn('oldConfirmedAt', 'timestamptz')
    .addColumn('newConfirmedAt', 'timestamptz')
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('expiresAt', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('Attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('times', sql`timestamptz[]`, (column) => column.notNull())
    .addColumn('lastAt', 'timestamptz', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('Attempts_lastAt').on('Attempts').column('lastAt').execute()
}
