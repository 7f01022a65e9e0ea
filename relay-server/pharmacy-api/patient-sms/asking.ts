// A pharmacist asks for a message to a patient: judged at once by the rules, kept as a row, and sent behind the answer.
import type { PatientSmsRequest } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { PharmacyProfile } from '@pharmacy-relay/shared/api/pharmacy/profile.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { noSuchPatient } from '../patients/lookups.ts'
import { openedPatient } from '../patients/patient.ts'
import { neededProfile, type PatientDesk } from '../patients/patient-desk.ts'
import type { PatientRow } from '../patients/patients.queries.ts'
import { dayOf, decidePatientSms } from '../sms/patient-rules.ts'
import { patientText } from '../sms/patient-texts.ts'
import { segmentsOf } from '../sms/segments.ts'
import type { SmsHashes } from '../sms/sms-hashes.ts'
import { newRowId } from '../tenants/row-id.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import {
  countOfDay,
  findByRequest,
  insertMessage,
  lastSentAt,
  lockPatient,
  type PatientMessageRow,
} from './messages.queries.ts'
import { hoursText } from './opening-hours.ts'
import type { OptOutLinks } from './opt-out-links.ts'

export interface AskingParts {
  readonly desk: PatientDesk
  readonly hashes: SmsHashes
  readonly links: OptOutLinks
  /** Messages that a pharmacy may ask for on a day of its calendar. */
  readonly perDay: number
}

interface Asked {
  readonly tenant: Tenant
  readonly request: PatientSmsRequest
}

const RETRY_AFTER_S = 3_600

/**
 * The row of the message: a new one, or the one that this request made before. Throws ProblemError: `not_found`, `state_conflict`
 * without consent, for a second message of a day and for a request of another message, `rate_limited` beyond the ceiling.
 */
export async function askForMessage(parts: AskingParts, asked: Asked): Promise<PatientMessageRow> {
  const { db, log } = parts.desk
  const { tenant, request } = asked
  const { patientId } = request
  const result = await inTenant(db, tenant.pharmacyId, async (trx) => {
    const patient = await lockPatient(trx, patientId)
    const judged = patient === null ? noSuchPatient() : await judge(parts, { ...asked, trx, patient })
    // What is refused is logged, too: it tells something of the patient.
    await log.write(trx, tenant, [{ act: patient === null ? 'not_found' : 'sms', patientId }])
    return judged
  })
  if (result instanceof ProblemError) throw result
  return result
}

interface Judged extends Asked {
  readonly trx: TenantDb
  readonly patient: PatientRow
}

async function judge(parts: AskingParts, judged: Judged): Promise<PatientMessageRow | ProblemError> {
  const { trx, patient, tenant, request } = judged
  const { requestId, patientId, template } = request
  const known = await findByRequest(trx, requestId)
  if (known !== null) {
    return known.patientId === patientId && known.template === template ? known : otherRequest()
  }
  const profile = await neededProfile(trx)
  const now = new Date(parts.desk.clock.wallMs())
  const facts = {
    hasConsent: patient.smsConsent,
    hasOptedOut: false,
    lastSentAt: await lastSentAt(trx, { patientId, but: null }),
  }
  const decision = decidePatientSms(facts, { now, timeZone: profile.timeZone })
  if (decision.kind === 'refuse') return refused(decision.why)
  const day = dayOf(now, profile.timeZone)
  if (!(await countOfDay(trx, { pharmacyId: tenant.pharmacyId, day, ceiling: parts.perDay })))
    return flooded()
  const dueAt = decision.kind === 'wait' ? decision.until : now
  const row = await insertMessage(trx, newMessage(parts, judged, { profile, now, dueAt }))
  // Somebody used the request for another patient at the same moment: nothing of this is kept.
  if (row === null) throw otherRequest()
  return row
}

function newMessage(
  { desk, hashes, links }: AskingParts,
  { patient, tenant, request }: Judged,
  { profile, now, dueAt }: { readonly profile: PharmacyProfile; readonly now: Date; readonly dueAt: Date },
) {
  const { requestId, patientId, template, values } = request
  const language = request.language ?? profile.language
  const said = { pharmacy: profile.name, hours: hoursText(values, language) }
  const { phone } = openedPatient(desk.sealer, patient)
  const id = newRowId(now.getTime())
  const { url: link } = links.ofMessage(id)
  return {
    ...tenant,
    ...said,
    id,
    patientId,
    requestId,
    template,
    language,
    phoneHash: hashes.phone(phone, tenant.pharmacyId),
    phoneTail: phone.slice(-2),
    segments: segmentsOf(patientText(template, { ...said, link }, language)),
    reason: null,
    dueAt,
    takenAt: null,
    smsId: null,
    createdAt: now,
    updatedAt: now,
  }
}

function refused(why: 'no_consent' | 'opted_out' | 'one_a_day'): ProblemError {
  const code = why === 'one_a_day' ? 'patient_sms_one_a_day' : 'patient_sms_no_consent'
  return new ProblemError('state_conflict', reason(code, {}))
}

function otherRequest(): ProblemError {
  return new ProblemError('state_conflict', reason('patient_sms_other_request', {}))
}

function flooded(): ProblemError {
  return new ProblemError('rate_limited', reason('patient_sms_too_many', {}), { retryAfterS: RETRY_AFTER_S })
}
