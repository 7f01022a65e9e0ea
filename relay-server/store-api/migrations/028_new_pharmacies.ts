// Pharmacies by when they were added: the overview tells the newest, and read all of them for it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index "Customers_createdAt" on "Customers" ("createdAt")`.execute(db)
}
