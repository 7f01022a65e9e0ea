// Old rows go, as the keeper, one pharmacy and some hundred rows at a time.
import { sql } from 'kysely'
import type { PharmacyDb } from '../database.ts'
import { asKeeper, inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { readProfile } from '../tenants/profiles.queries.ts'

/** Rows of one transaction. */
const BATCH = 500

/** Every pharmacy that has patients, by stepping through an index. */
export async function pharmaciesWithPatients(db: PharmacyDb): Promise<readonly number[]> {
  const { rows } = await asKeeper(db, async (trx) =>
    sql<{ readonly id: number }>`
      with recursive pharmacy(id) as (
        (select "pharmacyId" from "PatientPhones" order by "pharmacyId" limit 1)
        union all
        select (select "pharmacyId" from "PatientPhones" where "pharmacyId" > pharmacy.id order by "pharmacyId" limit 1)
        from pharmacy where pharmacy.id is not null
      )
      select id from pharmacy where id is not null`.execute(trx),
  )
  return rows.map(({ id }) => id)
}

/** Null: it has said none. */
export async function countryOf(db: PharmacyDb, pharmacyId: number): Promise<string | null> {
  return (await inTenant(db, pharmacyId, readProfile))?.country ?? null
}

export interface Old {
  readonly pharmacyId: number
  /** Last changed before then. */
  readonly before: Date
}

/** How many went; fewer than a batch when none is left. Labels go with their prescription. */
export async function deleteOldPrescriptions(db: PharmacyDb, { pharmacyId, before }: Old): Promise<number> {
  return asKeeper(db, async (trx) =>
    deleted(
      trx,
      sql`delete from "PatientPrescriptions" where "id" in (
        select "id" from "PatientPrescriptions" where "pharmacyId" = ${pharmacyId} and "updatedAt" < ${before}
        order by "updatedAt" limit ${BATCH} for update skip locked)`,
    ),
  )
}

/** Of whom nothing is kept any more. */
export async function deleteOldPatients(db: PharmacyDb, { pharmacyId, before }: Old): Promise<number> {
  return asKeeper(db, async (trx) =>
    deleted(
      trx,
      sql`delete from "PatientPhones" where "id" in (
        select p."id" from "PatientPhones" p where p."pharmacyId" = ${pharmacyId} and p."updatedAt" < ${before}
          and not exists (select from "PatientPrescriptions" r where r."pharmacyId" = p."pharmacyId" and r."patientId" = p."id")
        order by p."updatedAt" limit ${BATCH} for update of p skip locked)`,
    ),
  )
}

async function deleted(trx: TenantDb, statement: ReturnType<typeof sql>): Promise<number> {
  return Number((await statement.execute(trx)).numAffectedRows ?? 0)
}
