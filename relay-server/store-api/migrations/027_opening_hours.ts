// When each pharmacy is open, as staff set it or as it was learnt; outside of it a computer that is off is no problem.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('027_opening_hours/hours.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
