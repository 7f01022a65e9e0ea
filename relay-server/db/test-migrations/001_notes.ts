// A table for the tests of this folder.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notes')
    .addColumn('id', 'bigserial', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('writtenAt', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('notes_title_key', ['title'])
    .execute()
}
