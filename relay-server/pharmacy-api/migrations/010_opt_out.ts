// Links in messages to patients, by which they end them.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('010_opt_out/links.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
