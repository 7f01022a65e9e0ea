// Finding, reading and entering a patient of one pharmacy.
import type { PatientFields } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { readPhone } from '../sealing/phone-number.ts'
import { newRowId } from '../tenants/row-id.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { sealedPatient } from './patient.ts'
import { neededProfile, type PatientDesk } from './patient-desk.ts'
import { findPatient, findPatientByPhone, insertPatient, type PatientRow } from './patients.queries.ts'

/** The phone in E.164, by the country of the pharmacy. Throws ProblemError `invalid`; what was written is not repeated. */
export async function neededPhone(trx: TenantDb, written: string): Promise<string> {
  const { country } = await neededProfile(trx)
  const phone = readPhone(written, country)
  if (phone !== null) return phone
  const errors = [
    { path: 'body.phone', message: `is no phone number of ${country}, nor one with a country code` },
  ]
  throw new ProblemError('invalid', 'Some fields are not valid', { errors })
}

/** Null: nobody has it. That is logged, too. */
export async function searchPatient(
  { db, phones, log }: PatientDesk,
  tenant: Tenant,
  written: string,
): Promise<PatientRow | null> {
  const { pharmacyId } = tenant
  return inTenant(db, pharmacyId, async (trx) => {
    const phone = await neededPhone(trx, written)
    const row = await findPatientByPhone(trx, phones.hashes(pharmacyId, phone))
    await log.write(trx, tenant, [{ act: 'search', patientId: row?.id ?? null }])
    return row
  })
}

/** Throws ProblemError `not_found`, alike for what is nowhere and what is another pharmacy's; that is logged as well. */
export async function readPatient({ db, log }: PatientDesk, tenant: Tenant, id: string): Promise<PatientRow> {
  const row = await inTenant(db, tenant.pharmacyId, async (trx) => {
    const found = await findPatient(trx, id)
    await log.write(trx, tenant, [{ act: found === null ? 'not_found' : 'read', patientId: id }])
    return found
  })
  if (row === null) throw noSuchPatient()
  return row
}

export async function enterPatient(
  { db, clock, sealer, phones, log }: PatientDesk,
  tenant: Tenant,
  fields: PatientFields,
): Promise<PatientRow> {
  const { pharmacyId } = tenant
  const place = { id: newRowId(clock.wallMs()), pharmacyId }
  return inTenant(db, pharmacyId, async (trx) => {
    const phone = await neededPhone(trx, fields.phone)
    // Of an older key; one of the newest is refused by its index.
    const other = await findPatientByPhone(trx, phones.hashes(pharmacyId, phone))
    const values = {
      ...sealedPatient(sealer, place, { ...fields, phone }),
      ...phones.hash(pharmacyId, phone),
    }
    const row = other === null ? await insertPatient(trx, { ...place, ...values }) : null
    if (row === null) throw new ProblemError('state_conflict', reason('patient_exists', {}))
    await log.write(trx, tenant, [{ act: 'create', patientId: row.id }])
    return row
  })
}

export function noSuchPatient(): ProblemError {
  return new ProblemError('not_found', 'The pharmacy has no such patient')
}
