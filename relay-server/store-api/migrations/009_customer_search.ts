// Pharmacies are found by an index: by parts of their texts and phone numbers, and by a whole number.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('009_customer_search/grams.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
