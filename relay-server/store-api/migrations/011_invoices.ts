// Invoices and credit notes: what is to be written, what was, and how each was drawn.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('011_invoices/invoices.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
