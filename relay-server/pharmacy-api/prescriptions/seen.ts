// One step of a prescription: locked, by the version that was seen, logged, and shown as it is afterwards.
import type { Prescription } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PatientDesk } from '../patients/patient-desk.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { prescriptionSeen } from './prescription.ts'
import { lockPrescription, type PrescriptionRow } from './prescriptions.queries.ts'

interface Step {
  readonly desk: PatientDesk
  readonly tenant: Tenant
  readonly id: string
}

/** Null: the pharmacy has no such prescription, which is logged. `act`: what of it is logged. */
export async function onLocked<T>(
  { desk, tenant, id, act }: Step & { readonly act: 'prescription_write' | 'label' },
  work: (trx: TenantDb, row: PrescriptionRow) => Promise<T>,
): Promise<T> {
  const done = await inTenant(desk.db, tenant.pharmacyId, async (trx) => {
    const row = await lockPrescription(trx, id)
    if (row === null) {
      await desk.log.write(trx, tenant, [{ act: 'not_found', patientId: null }])
      return null
    }
    const result = await work(trx, row)
    await desk.log.write(trx, tenant, [{ act, patientId: row.patientId }])
    return { result }
  })
  if (done === null) throw new ProblemError('not_found', 'The pharmacy has no such prescription')
  return done.result
}

/** Throws ProblemError: `not_found`, `version_stale`, and what `change` throws, which changes nothing then. */
export async function onSeen(
  { version, ...step }: Step & { readonly version: number },
  change: (trx: TenantDb, row: PrescriptionRow) => Promise<PrescriptionRow>,
): Promise<Prescription> {
  return onLocked({ ...step, act: 'prescription_write' }, async (trx, row) => {
    if (row.version !== version)
      throw new ProblemError('version_stale', 'Somebody else changed this prescription')
    return prescriptionSeen(trx, step.desk.sealer, await change(trx, row))
  })
}
