// Whether a pharmacy has a phone number, exactly as it is kept.
import type { StoreDb } from '../database.ts'

/** One scan of the pharmacies: a few ms at 10,000. */
export async function findCustomerByPhone(db: StoreDb, phone: string): Promise<{ exists: boolean }> {
  const found = db.selectFrom('Customers').select('id').where('phone', '=', phone).limit(1)
  return { exists: (await found.executeTakeFirst()) !== undefined }
}
