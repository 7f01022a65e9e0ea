// Resets of second factors that are asked for, at most one of a user.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('FactorResets')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('Users.id').onDelete('cascade'),
    )
    .addColumn('askedBy', 'integer', (column) => column.notNull().references('Users.id').onDelete('cascade'))
    .addColumn('askedAt', 'timestamptz', (column) => column.notNull())
    .addColumn('tokenHash', 'bytea', (column) => column.notNull().unique())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('noticedAt', 'timestamptz')
    .addColumn('objectedAt', 'timestamptz')
    // Nobody asks for his own: whoever took over his session would.
    .addCheckConstraint('FactorResets_two', sql`"askedBy" <> "userId"`)
    .execute()
}
