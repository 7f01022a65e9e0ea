// A message that is due, judged anew by what is true now: taken to be sent, put off to the morning, or ended. The phone is opened here.
import { openedPatient } from '../patients/patient.ts'
import { neededProfile } from '../patients/patient-desk.ts'
import type { PatientRow } from '../patients/patients.queries.ts'
import { decidePatientSms } from '../sms/patient-rules.ts'
import { patientText } from '../sms/patient-texts.ts'
import { segmentsOf } from '../sms/segments.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { AskingParts } from './asking.ts'
import {
  changeMessage,
  lastSentAt,
  lockDue,
  lockPatient,
  type PatientMessageRow,
} from './messages.queries.ts'
import { OPT_OUT_MS } from './opt-out-links.ts'
import { keepOptOutLink } from './opt-out-links.queries.ts'

/** Nobody is told after so long that something is ready: the service was away for more than a night. */
const TOO_LATE_MS = 36 * 3_600_000

export type DueMessage = Pick<PatientMessageRow, 'id' | 'pharmacyId' | 'patientId'>

export interface TakenMessage {
  /** E.164. */
  readonly phone: string
  readonly text: string
  /** A process took it before and never said what became of it. */
  readonly wasTaken: boolean
}

type Parts = Pick<AskingParts, 'desk' | 'hashes' | 'links'>

/** Null: there is nothing to send now. Only one process gets it, until its lease ends. */
export async function takeMessage(parts: Parts, due: DueMessage): Promise<TakenMessage | null> {
  const { db, clock } = parts.desk
  return inTenant(db, due.pharmacyId, async (trx) => {
    const now = new Date(clock.wallMs())
    const patient = await lockPatient(trx, due.patientId)
    const row = patient === null ? null : await lockDue(trx, due.id, now)
    if (patient === null || row === null) return null
    return judge(parts, { trx, patient, row, now })
  })
}

interface Judged {
  readonly trx: TenantDb
  readonly patient: PatientRow
  readonly row: PatientMessageRow
  readonly now: Date
}

async function judge(parts: Parts, judged: Judged): Promise<TakenMessage | null> {
  const { trx, patient, row, now } = judged
  const { id, patientId, takenAt } = row
  const { timeZone } = await neededProfile(trx)
  const facts = {
    hasConsent: patient.smsConsent,
    hasOptedOut: false,
    lastSentAt: await lastSentAt(trx, { patientId, but: id }),
  }
  const isTooLate = now.getTime() - row.createdAt.getTime() > TOO_LATE_MS
  const decision = decidePatientSms(facts, { now, timeZone })
  if (isTooLate || decision.kind === 'refuse') {
    const why = decision.kind === 'refuse' ? decision.why : 'too_late'
    // One that was taken may have gone out.
    const suppressed = { state: 'suppressed', reason: why === 'opted_out' ? 'no_consent' : why } as const
    const ended = takenAt === null ? suppressed : ({ state: 'unknown', reason: 'interrupted' } as const)
    await changeMessage(trx, { id, now }, ended)
    return null
  }
  if (decision.kind === 'wait') {
    await changeMessage(trx, { id, now }, { dueAt: decision.until })
    return null
  }
  return taken(parts, judged)
}

async function taken(
  { desk, hashes, links }: Parts,
  { trx, patient, row, now }: Judged,
): Promise<TakenMessage> {
  const { id, pharmacyId, patientId, template, language, takenAt, userGuid, deviceKey, traceId } = row
  const { phone } = openedPatient(desk.sealer, patient)
  const { url: link, tokenHash } = links.ofMessage(id)
  const text = patientText(template, { ...row, link }, language)
  const expiresAt = new Date(now.getTime() + OPT_OUT_MS)
  await keepOptOutLink(trx, { tokenHash, pharmacyId, patientId, expiresAt })
  await changeMessage(
    trx,
    { id, now },
    {
      takenAt: now,
      dueAt: now,
      phoneHash: hashes.phone(phone, pharmacyId),
      phoneTail: phone.slice(-2),
      segments: segmentsOf(text),
    },
  )
  await desk.log.write(trx, { pharmacyId, userGuid, deviceKey, traceId }, [{ act: 'sms', patientId }])
  return { phone, text, wasTaken: takenAt !== null }
}
