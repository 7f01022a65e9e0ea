// The search of computers knows their support number and their printer, too.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('021_search_from_anywhere/numbers.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
