// Digests of the links in messages: kept by the transaction that takes a message, looked up before a pharmacy is known.
import type { Insertable, Selectable } from 'kysely'
import type { PharmacyDb } from '../database.ts'
import type { PharmacySchema } from '../schema.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

type LinkRow = PharmacySchema['OptOutLinks']
export type LinkedPatient = Pick<Selectable<LinkRow>, 'pharmacyId' | 'patientId'>

/** A message that is taken once more has its link already. */
export async function keepOptOutLink(trx: TenantDb, row: Insertable<LinkRow>): Promise<void> {
  await trx
    .insertInto('OptOutLinks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Null: never made, too old, or its patient was erased. */
export async function patientOfLink(
  db: PharmacyDb,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<LinkedPatient | null> {
  const found = db
    .selectFrom('OptOutLinks')
    .select(['pharmacyId', 'patientId'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
  return (await found.executeTakeFirst()) ?? null
}

export async function forgetOptOutLinks(db: PharmacyDb, now: Date): Promise<void> {
  await db.deleteFrom('OptOutLinks').where('expiresAt', '<=', now).execute()
}
