// Entering, reading, changing and ending a prescription of one pharmacy.
import type {
  NewPrescription,
  Prescription,
  PrescriptionFields,
} from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { noSuchPatient } from '../patients/lookups.ts'
import type { PatientDesk } from '../patients/patient-desk.ts'
import { findPatient } from '../patients/patients.queries.ts'
import { newRowId } from '../tenants/row-id.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { newDispenseCode } from './dispense-code.ts'
import { isOnPaper } from './label-outcome.ts'
import { labelRowsOf, withdrawLabels } from './labels.queries.ts'
import { prescriptionSeen, prescriptionsSeen, sealedContent } from './prescription.ts'
import {
  changePrescription,
  findPrescription,
  insertPrescription,
  listedDrugs,
  listPrescriptionRows,
  type PrescriptionQuery,
  type PrescriptionRow,
} from './prescriptions.queries.ts'
import { onSeen } from './seen.ts'

/** Throws ProblemError: `not_found` for the patient, `invalid` for a drug that no list has. */
export async function enterPrescription(
  desk: PatientDesk,
  tenant: Tenant,
  given: NewPrescription,
): Promise<Prescription> {
  const { patientId } = given
  const entered = await inTenant(desk.db, tenant.pharmacyId, async (trx) => {
    if ((await findPatient(trx, patientId)) === null) {
      await desk.log.write(trx, tenant, [{ act: 'not_found', patientId }])
      return null
    }
    const row = await insertDraft(trx, { desk, tenant }, given)
    const seen = await prescriptionSeen(trx, desk.sealer, row)
    await desk.log.write(trx, tenant, [{ act: 'prescription_write', patientId: row.patientId }])
    return seen
  })
  if (entered === null) throw noSuchPatient()
  return entered
}

/** Of a patient whom this transaction found; the row of its requestId, which may be there already. It logs nothing. */
export async function insertDraft(
  trx: TenantDb,
  { desk, tenant: { pharmacyId } }: { readonly desk: PatientDesk; readonly tenant: Tenant },
  { patientId, requestId, drugId, ...fields }: NewPrescription,
): Promise<PrescriptionRow> {
  const place = { id: newRowId(desk.clock.wallMs()), pharmacyId }
  await refuseUnknownDrug(trx, drugId)
  const sealed = sealedContent(desk.sealer, place, { ...fields, check: null })
  const values = { ...place, ...sealed, patientId, requestId, drugId, dispenseCode: newDispenseCode() }
  return insertPrescription(trx, values)
}

export async function readPrescription(desk: PatientDesk, tenant: Tenant, id: string): Promise<Prescription> {
  const read = await inTenant(desk.db, tenant.pharmacyId, async (trx) => {
    const row = await findPrescription(trx, id)
    const seen = row === null ? null : await prescriptionSeen(trx, desk.sealer, row)
    const access = {
      act: row === null ? 'not_found' : 'prescription_read',
      patientId: row?.patientId ?? null,
    } as const
    await desk.log.write(trx, tenant, [access])
    return seen
  })
  if (read === null) throw new ProblemError('not_found', 'The pharmacy has no such prescription')
  return read
}

/** Everybody on the page is logged. */
export async function listPrescriptions(desk: PatientDesk, tenant: Tenant, query: PrescriptionQuery) {
  return inTenant(desk.db, tenant.pharmacyId, async (trx) => {
    const { rows, total } = await listPrescriptionRows(trx, query)
    const items = await prescriptionsSeen(trx, desk.sealer, rows)
    const patients = new Set(rows.map(({ patientId }) => patientId))
    await desk.log.write(
      trx,
      tenant,
      [...patients].map((patientId) => ({ act: 'list', patientId })),
    )
    return { items, total, page: query.page, pageSize: query.pageSize }
  })
}

/** A draft again, whatever it was; its labels no longer say what it says. */
export async function rewritePrescription(
  desk: PatientDesk,
  tenant: Tenant,
  {
    id,
    version,
    fields,
  }: { readonly id: string; readonly version: number; readonly fields: PrescriptionFields },
): Promise<Prescription> {
  return onSeen({ desk, tenant, id, version }, async (trx, row) => {
    refuseOver(row)
    const { drugId, language = null, ...content } = fields
    await refuseUnknownDrug(trx, drugId)
    await withdrawLabels(trx, id)
    const sealed = sealedContent(desk.sealer, row, { ...content, language, check: null })
    return changePrescription(trx, row, { ...sealed, drugId, state: 'draft' })
  })
}

/** Once more it changes nothing. */
export async function cancelPrescription(
  desk: PatientDesk,
  tenant: Tenant,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Prescription> {
  return onSeen({ desk, tenant, id, version }, async (trx, row) => {
    if (row.state === 'cancelled') return row
    refuseOver(row)
    await withdrawLabels(trx, id)
    return changePrescription(trx, row, { state: 'cancelled' })
  })
}

/** Handed over: with a label that left for the printer and says what the prescription says. */
export async function dispensePrescription(
  desk: PatientDesk,
  tenant: Tenant,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Prescription> {
  return onSeen({ desk, tenant, id, version }, async (trx, row) => {
    if (row.state === 'dispensed') return row
    refuseOver(row)
    const labels = await labelRowsOf(trx, [id])
    const isLabelled = labels.some(({ state, withdrawnAt }) => withdrawnAt === null && isOnPaper(state))
    if (row.state !== 'labelled' || !isLabelled)
      throw new ProblemError('state_conflict', reason('label_not_on_paper', {}))
    return changePrescription(trx, row, { state: 'dispensed' })
  })
}

/** Throws ProblemError `state_conflict` for what was dispensed or cancelled. */
export function refuseOver({ state }: Pick<PrescriptionRow, 'state'>): void {
  if (state === 'dispensed' || state === 'cancelled')
    throw new ProblemError('state_conflict', reason('prescription_over', {}))
}

async function refuseUnknownDrug(trx: TenantDb, drugId: number | null): Promise<void> {
  if (drugId === null || (await listedDrugs(trx, [drugId])).length > 0) return
  const errors = [{ path: 'body.drugId', message: 'is of no list' }]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}
