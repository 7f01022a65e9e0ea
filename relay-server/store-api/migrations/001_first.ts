// The first shape of the store database: one SQL file for each noun, in this order.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['customers', 'computers', 'presence', 'printing', 'pairing', 'support', 'staff'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`001_first/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
