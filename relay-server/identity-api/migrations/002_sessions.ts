// Where each sign-in session is used, and when; since when each user has his password.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Defaults, so that a process of the version before goes on writing rows.
  await db.schema
    .alterTable('RefreshFamilies')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('other'))
    .addColumn('agent', 'text')
    .addColumn('address', 'text')
    .addColumn('lastUsedAt', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()
  await sql`update "RefreshFamilies" set "lastUsedAt" = "rotatedAt"`.execute(db)
  // Null: invited, and has not chosen one yet.
  await db.schema.alterTable('Users').addColumn('passwordSetAt', 'timestamptz').execute()
  await sql`update "Users" set "passwordSetAt" = "createdAt"`.execute(db)
}
