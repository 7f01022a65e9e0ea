// Sessions are found by the address that they came from: a pharmacy's own addresses are those of its computers.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('006_addresses/addresses.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
