// What products are to label printers, and which printer of the shop a pharmacy has.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('015_shop_printers/printers.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
