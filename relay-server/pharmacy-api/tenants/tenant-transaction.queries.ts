// The way to a pharmacy's rows: a transaction as a role that cannot bypass row-level security, with the pharmacy of the token.
//
// The plain database handle has no type for these tables, so that code that forgets the transaction does not compile.
import { sql, type Transaction } from 'kysely'
import type { PharmacyDb } from '../database.ts'
import type { TenantSchema } from './tenant-schema.ts'

export type TenantDb = Transaction<TenantSchema>

/** As role pharmacy_request: sees, changes and makes rows of this pharmacy only. Ends with the transaction, also in a pool. */
export async function inTenant<T>(
  db: PharmacyDb,
  pharmacyId: number,
  work: (trx: TenantDb) => Promise<T>,
): Promise<T> {
  return asRole(db, { role: 'pharmacy_request', pharmacyId: String(pharmacyId) }, work)
}

/** As role pharmacy_keeper: sealed rows of all pharmacies, for jobs. No request comes here. */
export async function asKeeper<T>(db: PharmacyDb, work: (trx: TenantDb) => Promise<T>): Promise<T> {
  return asRole(db, { role: 'pharmacy_keeper', pharmacyId: '' }, work)
}

async function asRole<T>(
  db: PharmacyDb,
  { role, pharmacyId }: { readonly role: string; readonly pharmacyId: string },
  work: (trx: TenantDb) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('app.pharmacy_id', ${pharmacyId}, true), set_config('role', ${role}, true)`.execute(
      trx,
    )
    return work(trx as unknown as TenantDb)
  })
}
