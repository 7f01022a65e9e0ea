// Old prescriptions and patients may be deleted by the job of retention.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('011_retention/retention.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
