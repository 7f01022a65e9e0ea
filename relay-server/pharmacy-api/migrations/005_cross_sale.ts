// Cross-sale: how each drug is supplied and its group, the rules and pairs, and what baskets held.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('005_cross_sale/cross-sale.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
