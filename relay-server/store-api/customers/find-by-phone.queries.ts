// Whether a pharmacy has a phone number, exactly as it is kept.
import type { StoreDb } from '../database.ts'

/** By its index. */
export async function findCustomerByPhone(db: StoreDb, phone: string): Promise<{ exists: boolean }> {
  const found = db.selectFrom('Customers').select('id').where('phone', '=', phone).limit(1)
  return { exists: (await found.executeTakeFirst()) !== undefined }
}
