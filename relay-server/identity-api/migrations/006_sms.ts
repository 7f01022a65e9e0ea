// What became of each text message: without its text, and of the number its last four digits.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('SmsLogs')
    .addColumn('id', 'integer', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('idempotencyKey', 'text', (column) => column.notNull().unique())
    .addColumn('requestProof', 'bytea', (column) => column.notNull())
    .addColumn('phoneEnd', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`"state" in ('sending', 'sent', 'failed', 'unknown')`),
    )
    .addColumn('fault', 'text')
    .addColumn('providerCode', 'text')
    .addColumn('providerId', 'text')
    .addColumn('createdAt', 'timestamptz', (column) => column.notNull())
    .addColumn('startedAt', 'timestamptz', (column) => column.notNull())
    .addColumn('endedAt', 'timestamptz')
    .execute()
}
