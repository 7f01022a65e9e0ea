// A pharmacy may have a standby printer: its computer, its printer, and when labels go there and back.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('004_standby_printer/standby.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
