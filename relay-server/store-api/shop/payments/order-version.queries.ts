// An order as staff saw it: its version under its lock.
import { sql } from 'kysely'
import type { StoreTransaction } from '../../database.ts'

export async function lockVersion(trx: StoreTransaction, number: string) {
  const row = trx
    .selectFrom('Orders')
    .select(['id', 'version', 'customerId', 'currency'])
    .where('number', '=', number)
    .forNoKeyUpdate()
  return (await row.executeTakeFirst()) ?? null
}

export async function raiseOrderVersion(trx: StoreTransaction, orderId: number): Promise<void> {
  await sql`update "Orders" set "version" = "version" + 1 where "id" = ${orderId}`.execute(trx)
}
