// The shop: products and stock, baskets and coupons, orders with their history, payments and invoices; a SQL file for each.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['catalogue', 'baskets', 'orders', 'payments'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`007_shop/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
