// Since when each user can sign in: his days without a second factor are counted from it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: invited, and has not chosen a password yet. A process of the version before leaves it out.
  await db.schema.alterTable('Users').addColumn('couldSignInSince', 'timestamptz').execute()
  // Whoever was there before the rule has his days from now on: nobody is shut out by an update.
  await sql`update "Users" set "couldSignInSince" = now() where "passwordSetAt" is not null`.execute(db)
}
