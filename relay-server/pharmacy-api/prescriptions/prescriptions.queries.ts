// The rows of prescriptions, of the pharmacy whose transaction it is.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { PrescriptionState } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import type { TenantSchema } from '../tenants/tenant-schema.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

export type PrescriptionRow = Selectable<TenantSchema['PatientPrescriptions']>
type Changes = Pick<Updateable<TenantSchema['PatientPrescriptions']>, 'state' | 'drugId' | 'sealed' | 'keyId'>

export async function findPrescription(trx: TenantDb, id: string): Promise<PrescriptionRow | null> {
  const found = trx.selectFrom('PatientPrescriptions').selectAll().where('id', '=', id)
  return (await found.executeTakeFirst()) ?? null
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockPrescription(trx: TenantDb, id: string): Promise<PrescriptionRow | null> {
  const found = trx.selectFrom('PatientPrescriptions').selectAll().where('id', '=', id).forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

/** The row of this requestId, which may be there already. */
export async function insertPrescription(
  trx: TenantDb,
  row: Insertable<TenantSchema['PatientPrescriptions']>,
): Promise<PrescriptionRow> {
  const inserted = trx
    .insertInto('PatientPrescriptions')
    .values(row)
    .onConflict((conflict) => conflict.constraint('PatientPrescriptions_request_key').doNothing())
    .returningAll()
  const found = trx.selectFrom('PatientPrescriptions').selectAll().where('requestId', '=', row.requestId)
  return (await inserted.executeTakeFirst()) ?? (await found.executeTakeFirstOrThrow())
}

/** Of a row that this transaction locked. */
export async function changePrescription(
  trx: TenantDb,
  { id, version }: Pick<PrescriptionRow, 'id' | 'version'>,
  changes: Changes,
): Promise<PrescriptionRow> {
  return trx
    .updateTable('PatientPrescriptions')
    .set({ ...changes, version: version + 1, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface PrescriptionQuery {
  readonly page: number
  readonly pageSize: number
  readonly state?: PrescriptionState | undefined
  readonly patientId?: string | undefined
  readonly dispenseCode?: string | undefined
}

/** Newest first: ids begin with the time. */
export async function listPrescriptionRows(
  trx: TenantDb,
  { page, pageSize, state, patientId, dispenseCode }: PrescriptionQuery,
): Promise<{ readonly rows: readonly PrescriptionRow[]; readonly total: number }> {
  let matching = trx.selectFrom('PatientPrescriptions')
  if (state !== undefined) matching = matching.where('state', '=', state)
  if (patientId !== undefined) matching = matching.where('patientId', '=', patientId)
  if (dispenseCode !== undefined) matching = matching.where('dispenseCode', '=', dispenseCode)
  const offset = (page - 1) * pageSize
  const rows = await matching.selectAll().orderBy('id', 'desc').limit(pageSize).offset(offset).execute()
  const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
  return { rows, ...(await counted.executeTakeFirstOrThrow()) }
}

/** Whether something of the patient waits for a label, or to be handed over. */
export async function hasPrescriptionUnderWay(trx: TenantDb, patientId: string): Promise<boolean> {
  const found = trx
    .selectFrom('PatientPrescriptions')
    .select('id')
    .where('patientId', '=', patientId)
    .where('state', 'in', ['checked', 'labelled'])
    .limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Names of drugs of the lists, also of those that their list no longer has. */
export async function listedDrugs(trx: TenantDb, ids: readonly number[]) {
  if (ids.length === 0) return []
  return trx
    .selectFrom('Drugs')
    .select(['id', 'name', 'substances', 'withdrawnAt'])
    .where('id', 'in', ids)
    .execute()
}

export async function patientRowsOf(trx: TenantDb, ids: readonly string[]) {
  if (ids.length === 0) return []
  return trx.selectFrom('PatientPhones').selectAll().where('id', 'in', ids).execute()
}
