// Changing and erasing a patient, by the version that was seen.
import type { PatientFields } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import { endWaiting } from '../patient-sms/messages.queries.ts'
import { hasPrescriptionUnderWay } from '../prescriptions/prescriptions.queries.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { neededPhone, noSuchPatient } from './lookups.ts'
import { sealedPatient } from './patient.ts'
import type { PatientDesk } from './patient-desk.ts'
import {
  deletePatient,
  findPatient,
  findPatientByPhone,
  updatePatient,
  type PatientRow,
} from './patients.queries.ts'

const RETRY_AFTER_S = 5

interface Seen {
  readonly id: string
  readonly version: number
}

/** Throws ProblemError: `not_found`, `version_stale`, `invalid`, `state_conflict` where another patient has the phone. */
export async function changePatient(
  desk: PatientDesk,
  tenant: Tenant,
  { seen, fields }: { readonly seen: Seen; readonly fields: PatientFields },
): Promise<PatientRow> {
  const { pharmacyId } = tenant
  try {
    return await known({ desk, tenant, id: seen.id }, async (trx) => {
      const phone = await neededPhone(trx, fields.phone)
      const other = await findPatientByPhone(trx, desk.phones.hashes(pharmacyId, phone))
      if (other !== null && other.id !== seen.id) throw phoneTaken()
      const place = { id: seen.id, pharmacyId }
      const values = sealedPatient(desk.sealer, place, { ...fields, phone })
      const row = await updatePatient(trx, seen, { ...values, ...desk.phones.hash(pharmacyId, phone) })
      if (row === null) throw stale()
      const now = new Date(desk.clock.wallMs())
      if (!fields.smsConsent) await endWaiting(trx, { patientId: seen.id, reason: 'no_consent', now })
      await desk.log.write(trx, tenant, [{ act: 'change', patientId: seen.id }])
      return row
    })
  } catch (error) {
    throw isUniqueViolation(error, 'PatientPhones_phone_key') ? phoneTaken() : error
  }
}

/** For good: the list is written before the transaction ends, so that nobody is erased who would come back. */
export async function erasePatient(desk: PatientDesk, tenant: Tenant, seen: Seen): Promise<void> {
  await known({ desk, tenant, id: seen.id }, async (trx) => {
    if (await hasPrescriptionUnderWay(trx, seen.id))
      throw new ProblemError('state_conflict', reason('patient_under_way', {}))
    if (!(await deletePatient(trx, seen))) throw stale()
    await desk.log.write(trx, tenant, [{ act: 'erase', patientId: seen.id }])
    await desk.erasures.add(seen.id).catch((cause: unknown) => {
      throw new ProblemError(
        'unavailable',
        'The erasure list cannot be written, and nobody is erased without',
        {
          retryAfterS: RETRY_AFTER_S,
          cause,
        },
      )
    })
  })
}

/** `work` on a patient that is there; a request for another is logged and ends in `not_found`. */
async function known<T>(
  { desk, tenant, id }: { readonly desk: PatientDesk; readonly tenant: Tenant; readonly id: string },
  work: (trx: TenantDb) => Promise<T>,
): Promise<T> {
  const { db, log } = desk
  const done = await inTenant(db, tenant.pharmacyId, async (trx) => {
    if ((await findPatient(trx, id)) !== null) return { result: await work(trx) }
    await log.write(trx, tenant, [{ act: 'not_found', patientId: id }])
    return null
  })
  if (done === null) throw noSuchPatient()
  return done.result
}

const stale = (): ProblemError => new ProblemError('version_stale', 'Somebody else changed this patient')
const phoneTaken = (): ProblemError => new ProblemError('state_conflict', reason('patient_exists', {}))
