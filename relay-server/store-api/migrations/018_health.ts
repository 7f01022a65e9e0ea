// Whether labels come out of each computer and pharmacy, and the problems of support that are read from it.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('018_health/health.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
