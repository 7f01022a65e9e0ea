// Searches without regard to accents, case, blanks and spellings of umlauts; computers are found by their user, too.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('003_search/forms.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
