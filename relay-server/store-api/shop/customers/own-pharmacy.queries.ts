// A pharmacy as its own people see it.
import type { StoreDb } from '../../database.ts'

export async function findOwnPharmacy(db: StoreDb, customerId: number) {
  const row = db
    .selectFrom('Customers')
    .select(['storeId', 'name', 'email', 'phone', 'version'])
    .where('id', '=', customerId)
  return (await row.executeTakeFirst()) ?? null
}
