// Imports of products: how far each is, and what it found.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('008_product_imports/imports.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
