// Rows of pharmacies as staff write them.
import { sql } from 'kysely'
import type { CustomerFields } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StoreTransaction } from '../database.ts'

/** Name of the index that keeps store IDs unique. */
export const STORE_ID_INDEX = 'Customers_storeId_key'

export async function insertCustomer(trx: StoreTransaction, fields: CustomerFields): Promise<number> {
  const row = await trx.insertInto('Customers').values(fields).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** The row under its lock, or null. */
export async function lockCustomer(
  trx: StoreTransaction,
  customerId: number,
): Promise<(CustomerFields & { readonly version: number }) | null> {
  const row = await trx
    .selectFrom('Customers')
    .select(['storeId', 'name', 'email', 'phone', 'version'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Writes the fields and raises the version by one. */
export async function updateCustomerRow(
  trx: StoreTransaction,
  customerId: number,
  fields: CustomerFields,
): Promise<void> {
  await trx
    .updateTable('Customers')
    .set({ ...fields, version: sql`"version" + 1`, updatedAt: sql`relay_now()` })
    .where('id', '=', customerId)
    .execute()
}
