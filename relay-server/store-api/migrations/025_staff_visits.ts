// The last visit of each member of staff, for what changed since.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('025_staff_visits/visits.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
