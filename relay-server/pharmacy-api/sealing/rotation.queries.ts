// Which keys rows are sealed with, and the batches in which they get the newest one. As the keeper: of all pharmacies.
import { sql } from 'kysely'
import type { PharmacyDb } from '../database.ts'
import { asKeeper, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { PhoneHash } from './phone-index.ts'
import type { SealedTable, SealedValue } from './row-sealer.ts'

/** Every table with sealed rows. */
export const SEALED_TABLES: readonly SealedTable[] = [
  'PatientPhones',
  'PatientPrescriptions',
  'PrescriptionLabels',
]

/** Rows of one transaction. */
const BATCH = 500

export interface RotatedRow extends SealedValue {
  readonly id: string
  readonly pharmacyId: number
}

export interface Batch {
  readonly table: SealedTable
  /** Ids of older keys. Of the index keys only where phones are found by them. */
  readonly dataKeyIds: readonly string[]
  readonly indexKeyIds: readonly string[]
  /** Only rows after this id. */
  readonly after: string
}

/** Where the next batch begins; null after the last one. */
export type BatchEnd = string | null

/** The ids of the keys that rows name, by stepping through an index: no row is read. */
export async function usedKeyIds(
  db: PharmacyDb,
  table: SealedTable,
  column: 'keyId' | 'indexKeyId',
): Promise<readonly string[]> {
  const [of, by] = [sql.table(table), sql.ref(column)]
  const { rows } = await asKeeper(db, async (trx) =>
    sql<{ readonly id: string }>`
      with recursive used(id) as (
        (select ${by} from ${of} order by ${by} limit 1)
        union all
        select (select ${by} from ${of} where ${by} > used.id order by ${by} limit 1) from used where used.id is not null
      )
      select id from used where id is not null`.execute(trx),
  )
  return rows.map(({ id }) => id)
}

/** What a row gets; the hash only where phones are found by it. */
export interface RenewedRow extends SealedValue, Partial<PhoneHash> {
  readonly id: string
}

/** Rows that others work on are passed over; the next run finds them. `renew` null: the row stays as it is. */
export async function rotateBatch(
  db: PharmacyDb,
  batch: Batch,
  renew: (row: RotatedRow) => RenewedRow | null,
): Promise<{ readonly end: BatchEnd; readonly renewed: number }> {
  return asKeeper(db, async (trx) => {
    const rows = await lockedRows(trx, batch)
    const renewed = rows.map(renew).filter((row) => row !== null)
    await storeRows(trx, batch.table, renewed)
    return { end: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null), renewed: renewed.length }
  })
}

async function storeRows(trx: TenantDb, table: SealedTable, rows: readonly RenewedRow[]): Promise<void> {
  const withHash =
    table === 'PatientPhones' ? sql`, "phoneHash" = n."phoneHash", "indexKeyId" = n."indexKeyId"` : sql``
  await sql`
    update ${sql.table(table)} t set "sealed" = n."sealed", "keyId" = n."keyId" ${withHash}
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[], ${rows.map(({ keyId }) => keyId)}::text[],
      ${rows.map(({ phoneHash }) => phoneHash ?? null)}::bytea[], ${rows.map(({ indexKeyId }) => indexKeyId ?? null)}::text[]
    ) as n("id", "sealed", "keyId", "phoneHash", "indexKeyId")
    where t."id" = n."id"`.execute(trx)
}

async function lockedRows(trx: TenantDb, { table, dataKeyIds, indexKeyIds, after }: Batch) {
  const isOldIndex = table === 'PatientPhones' ? sql`or "indexKeyId" = any (${indexKeyIds}::text[])` : sql``
  const { rows } = await sql<RotatedRow>`
    select "id", "pharmacyId", "sealed", "keyId" from ${sql.table(table)}
    where ("keyId" = any (${dataKeyIds}::text[]) ${isOldIndex}) and "id" > ${after}::uuid
    order by "id" limit ${BATCH} for update skip locked`.execute(trx)
  return rows
}
