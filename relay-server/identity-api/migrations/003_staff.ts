// When each session's person last proved who he is, and the phone of a user.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A default, so that a process of the version before goes on writing rows.
  await db.schema
    .alterTable('RefreshFamilies')
    .addColumn('signedInAt', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`update "RefreshFamilies" set "signedInAt" = "createdAt"`.execute(db)
  await db.schema.alterTable('Users').addColumn('phone', 'text').execute()
}
