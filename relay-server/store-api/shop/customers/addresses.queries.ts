// The rows of a pharmacy's addresses. Those of another one are never seen.
import { sql } from 'kysely'
import type { Address, AddressFields } from '@pharmacy-relay/shared/api/shop/customer.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'

const SHOWN = ['id', 'name', 'line1', 'line2', 'postcode', 'city', 'country', 'version'] as const

export async function listAddresses(db: StoreDb, customerId: number): Promise<Address[]> {
  return db.selectFrom('Addresses').select(SHOWN).where('customerId', '=', customerId).orderBy('id').execute()
}

export async function findAddress(
  db: StoreDb,
  { customerId, addressId }: { readonly customerId: number; readonly addressId: number },
): Promise<Address | null> {
  const row = db
    .selectFrom('Addresses')
    .select(SHOWN)
    .where('id', '=', addressId)
    .where('customerId', '=', customerId)
  return (await row.executeTakeFirst()) ?? null
}

/** Null where the pharmacy has so many already: its row is locked, so that two at once are counted. */
export async function insertAddress(
  trx: StoreTransaction,
  {
    customerId,
    fields,
    max,
  }: { readonly customerId: number; readonly fields: AddressFields; readonly max: number },
): Promise<Address | null> {
  await trx.selectFrom('Customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const counted = trx.selectFrom('Addresses').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await counted.where('customerId', '=', customerId).executeTakeFirstOrThrow()
  if (count >= max) return null
  return trx
    .insertInto('Addresses')
    .values({ customerId, ...fields })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

export interface SeenAddress {
  readonly customerId: number
  readonly addressId: number
  readonly version: number
}

/** Null where it has another version. */
export async function updateAddress(
  db: StoreDb,
  { customerId, addressId, version }: SeenAddress,
  fields: AddressFields,
): Promise<Address | null> {
  const updated = db
    .updateTable('Addresses')
    .set({ ...fields, version: sql`"version" + 1` })
    .where('id', '=', addressId)
    .where('customerId', '=', customerId)
    .where('version', '=', version)
    .returning(SHOWN)
  return (await updated.executeTakeFirst()) ?? null
}

/** False where it has another version. */
export async function deleteAddress(
  db: StoreDb,
  { customerId, addressId, version }: SeenAddress,
): Promise<boolean> {
  const deleted = db
    .deleteFrom('Addresses')
    .where('id', '=', addressId)
    .where('customerId', '=', customerId)
    .where('version', '=', version)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}
