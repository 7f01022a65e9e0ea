// A dump of the database can be restored by pg_restore alone: what makes generated columns names its functions for good.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('022_bound_functions/functions.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
