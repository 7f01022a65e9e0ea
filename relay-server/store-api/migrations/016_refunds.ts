// Money that went back at the provider's own page, and whether the pharmacy was told that some went back.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('016_refunds/refunds.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
