// The rows of patients, of the pharmacy whose transaction it is.
import { sql, type Insertable, type Selectable } from 'kysely'
import type { PhoneHash } from '../sealing/phone-index.ts'
import type { TenantSchema } from '../tenants/tenant-schema.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

export type PatientRow = Selectable<TenantSchema['PatientPhones']>
type NewPatientRow = Insertable<TenantSchema['PatientPhones']>

export async function findPatient(trx: TenantDb, id: string): Promise<PatientRow | null> {
  return (await trx.selectFrom('PatientPhones').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** By the hash of any key: rows of older ones are there until the rotation came to them. */
export async function findPatientByPhone(
  trx: TenantDb,
  hashes: readonly PhoneHash[],
): Promise<PatientRow | null> {
  const found = trx
    .selectFrom('PatientPhones')
    .selectAll()
    .where(
      'phoneHash',
      'in',
      hashes.map(({ phoneHash }) => phoneHash),
    )
  return (await found.executeTakeFirst()) ?? null
}

/** Null: another row of the pharmacy has this phone. */
export async function insertPatient(trx: TenantDb, row: NewPatientRow): Promise<PatientRow | null> {
  const inserted = trx
    .insertInto('PatientPhones')
    .values(row)
    .onConflict((conflict) => conflict.constraint('PatientPhones_phone_key').doNothing())
    .returningAll()
  return (await inserted.executeTakeFirst()) ?? null
}

/** Null: the row has another version. */
export async function updatePatient(
  trx: TenantDb,
  { id, version }: { readonly id: string; readonly version: number },
  changes: Omit<NewPatientRow, 'id' | 'pharmacyId' | 'version'>,
): Promise<PatientRow | null> {
  const updated = trx
    .updateTable('PatientPhones')
    .set({ ...changes, version: version + 1, updatedAt: sql`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
  return (await updated.executeTakeFirst()) ?? null
}

/** By the patient himself, whatever version anybody saw. */
export async function endConsent(trx: TenantDb, id: string): Promise<void> {
  await trx
    .updateTable('PatientPhones')
    .set((eb) => ({ smsConsent: false, version: eb('version', '+', 1), updatedAt: sql`now()` }))
    .where('id', '=', id)
    .execute()
}

/** With all that belongs to the patient. False: the row has another version. */
export async function deletePatient(
  trx: TenantDb,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<boolean> {
  const deleted = trx.deleteFrom('PatientPhones').where('id', '=', id).where('version', '=', version)
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n
}

/** How many of these there were. For a database that may be older than the list. */
export async function deletePatients(trx: TenantDb, ids: readonly string[]): Promise<number> {
  const deleted = trx.deleteFrom('PatientPhones').where('id', '=', sql<string>`any (${ids}::uuid[])`)
  return Number((await deleted.executeTakeFirst()).numDeletedRows)
}
