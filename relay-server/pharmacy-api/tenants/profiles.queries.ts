// The profile of the pharmacy whose transaction it is.
import { sql } from 'kysely'
import type { PharmacyProfile, PharmacyProfileFields } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import type { TenantDb } from './tenant-transaction.queries.ts'

const COLUMNS = ['name', 'address', 'phone', 'country', 'language', 'timeZone', 'version'] as const

/** Null until the pharmacy said something of itself. */
export async function readProfile(trx: TenantDb): Promise<PharmacyProfile | null> {
  return (await trx.selectFrom('PharmacyProfiles').select(COLUMNS).executeTakeFirst()) ?? null
}

/** Null: there is another version than `version`; 0 is none. */
export async function writeProfile(
  trx: TenantDb,
  { pharmacyId, version }: { readonly pharmacyId: number; readonly version: number },
  fields: PharmacyProfileFields,
): Promise<PharmacyProfile | null> {
  const written =
    version === 0
      ? trx
          .insertInto('PharmacyProfiles')
          .values({ pharmacyId, ...fields })
          .onConflict((conflict) => conflict.column('pharmacyId').doNothing())
          .returning(COLUMNS)
      : trx
          .updateTable('PharmacyProfiles')
          .set({ ...fields, version: version + 1, updatedAt: sql`now()` })
          .where('version', '=', version)
          .returning(COLUMNS)
  return (await written.executeTakeFirst()) ?? null
}
