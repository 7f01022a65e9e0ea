// A picture of a label has the words to which the person at the computer said yes.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('023_consent_text/consent.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
