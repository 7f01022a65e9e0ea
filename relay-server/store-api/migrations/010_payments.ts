// Payments: where a person pays and comes back, when the bank is asked again, what was given up, and what became of refunds.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('010_payments/payments.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
