// Whether a pharmacy has a phone number, exactly as it is kept.
import type { StoreDb } from '../database.ts'

/** Of several the one that was entered first; null for none. */
export async function customerWithPhone(db: StoreDb, phone: string): Promise<{ id: number } | null> {
  const found = db.selectFrom('Customers').select('id').where('phone', '=', phone).orderBy('id').limit(1)
  return (await found.executeTakeFirst()) ?? null
}

/** By its index. */
export async function findCustomerByPhone(db: StoreDb, phone: string): Promise<{ exists: boolean }> {
  const found = db.selectFrom('Customers').select('id').where('phone', '=', phone).limit(1)
  return { exists: (await found.executeTakeFirst()) !== undefined }
}
