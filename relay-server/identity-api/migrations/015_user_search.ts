// Users are found without regard to accents, case, blanks and spellings of umlauts, as pharmacies are.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('015_user_search/forms.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
