// What the panel needs of the shop: products off sale by name, orders by day, shipments, and pictures of products.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('013_shop_panel/panel.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
