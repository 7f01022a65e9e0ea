// The rows of labels, of the pharmacy whose transaction it is.
import { sql, type Insertable, type Selectable } from 'kysely'
import type { LabelOutcome } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { TenantSchema } from '../tenants/tenant-schema.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

export type LabelRow = Selectable<TenantSchema['PrescriptionLabels']>

/** Newest first. */
export async function labelRowsOf(trx: TenantDb, prescriptionIds: readonly string[]) {
  if (prescriptionIds.length === 0) return []
  return trx
    .selectFrom('PrescriptionLabels')
    .selectAll()
    .where('prescriptionId', 'in', prescriptionIds)
    .orderBy('n', 'desc')
    .execute()
}

export async function findLabelOfRequest(trx: TenantDb, requestId: string): Promise<LabelRow | null> {
  const found = trx.selectFrom('PrescriptionLabels').selectAll().where('requestId', '=', requestId)
  return (await found.executeTakeFirst()) ?? null
}

/** Its number is the next one of the prescription, which this transaction locked. */
export async function insertLabel(
  trx: TenantDb,
  row: Omit<Insertable<TenantSchema['PrescriptionLabels']>, 'n'>,
): Promise<LabelRow> {
  const n = sql<number>`(select coalesce(max("n"), 0) + 1 from "PrescriptionLabels" where "prescriptionId" = ${row.prescriptionId})`
  return trx
    .insertInto('PrescriptionLabels')
    .values({ ...row, n })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function lockLabel(trx: TenantDb, id: string): Promise<LabelRow | null> {
  const found = trx.selectFrom('PrescriptionLabels').selectAll().where('id', '=', id).forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

export async function storeOutcome(
  trx: TenantDb,
  id: string,
  { jobId, state, evidence, reasons = [], at }: LabelOutcome,
): Promise<LabelRow> {
  return trx
    .updateTable('PrescriptionLabels')
    .set({ jobId, state, evidence, reasons: JSON.stringify(reasons), changedAt: new Date(at) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Labels of what the prescription said before. */
export async function withdrawLabels(trx: TenantDb, prescriptionId: string): Promise<void> {
  await trx
    .updateTable('PrescriptionLabels')
    .set({ withdrawnAt: sql`now()` })
    .where('prescriptionId', '=', prescriptionId)
    .where('withdrawnAt', 'is', null)
    .execute()
}
