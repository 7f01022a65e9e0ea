// A label of a prescription: what is to be drawn, handed out once for a request, and what its job makes of it.
import { LabelDocument } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type {
  LabelOutcome,
  LabelRequest,
  PrescriptionLabel,
} from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { prescriptionDocument } from '@pharmacy-relay/shared/labels/prescription-document.ts'
import { isMissing } from '@pharmacy-relay/shared/labels/missing-label.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { neededProfile, type PatientDesk } from '../patients/patient-desk.ts'
import type { SealedRow } from '../sealing/row-sealer.ts'
import { newRowId } from '../tenants/row-id.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { judgeOutcome } from './label-outcome.ts'
import {
  findLabelOfRequest,
  insertLabel,
  labelRowsOf,
  lockLabel,
  storeOutcome,
  withdrawLabels,
  type LabelRow,
} from './labels.queries.ts'
import { refuseOver } from './prescribing.ts'
import { labelSeen, prescriptionSeen } from './prescription.ts'
import { changePrescription, type PrescriptionRow } from './prescriptions.queries.ts'
import { onLocked } from './seen.ts'

type LabelPlace = Pick<LabelRow, 'id' | 'pharmacyId'>

const placeOf = ({ id, pharmacyId }: LabelPlace): SealedRow => ({
  table: 'PrescriptionLabels',
  pharmacyId,
  id,
})

export interface HandedOut {
  readonly label: PrescriptionLabel
  readonly document: LabelDocument
}

/** Throws ProblemError: `not_found`, `state_conflict` unless a pack was checked that is still good. */
export async function requestLabel(
  desk: PatientDesk,
  tenant: Tenant,
  { id, request }: { readonly id: string; readonly request: LabelRequest },
): Promise<HandedOut> {
  return onLocked({ desk, tenant, id, act: 'label' }, async (trx, row) => {
    const before = await findLabelOfRequest(trx, request.requestId)
    if (before !== null) return handedOutBefore(desk, row, before)
    await refuseUnchecked(trx, row, request)
    const document = await documentOf(desk, trx, row)
    await withdrawLabels(trx, id)
    const place = { id: newRowId(desk.clock.wallMs()), pharmacyId: tenant.pharmacyId }
    const { userGuid, deviceKey, traceId } = tenant
    const label = await insertLabel(trx, {
      ...place,
      ...desk.sealer.seal(placeOf(place), document),
      prescriptionId: id,
      requestId: request.requestId,
      media: JSON.stringify(request.media),
      userGuid,
      deviceKey,
      traceId,
    })
    await changePrescription(trx, row, { state: 'labelled' })
    return { label: labelSeen(label), document }
  })
}

function handedOutBefore({ sealer }: PatientDesk, row: PrescriptionRow, label: LabelRow): HandedOut {
  if (label.prescriptionId !== row.id)
    throw new ProblemError('state_conflict', 'A label of another prescription has this requestId')
  const document = readerOf(LabelDocument).parse(sealer.open(placeOf(label), label))
  return { label: labelSeen(label), document }
}

async function refuseUnchecked(
  trx: TenantDb,
  row: PrescriptionRow,
  { insteadOf }: LabelRequest,
): Promise<void> {
  refuseOver(row)
  if (row.state === 'checked') return
  const labels = insteadOf === undefined ? [] : await labelRowsOf(trx, [row.id])
  const isToReplace = labels.map(labelSeen).some((label) => label.id === insteadOf && isMissing(label))
  if (row.state === 'labelled' && isToReplace) return
  const code = row.state === 'labelled' ? 'prescription_labelled' : 'prescription_not_checked'
  throw new ProblemError('state_conflict', reason(code, {}))
}

/** As the label says it, of the pharmacy's own day. */
async function documentOf(desk: PatientDesk, trx: TenantDb, row: PrescriptionRow): Promise<LabelDocument> {
  const profile = await neededProfile(trx)
  const prescription = await prescriptionSeen(trx, desk.sealer, row)
  const document = prescriptionDocument(prescription, profile, desk.clock.wallMs())
  const expiry = prescription.check?.expiry ?? null
  if (expiry !== null && expiry < document.date)
    throw new ProblemError('state_conflict', reason('pack_expired', {}))
  return document
}

/** Nothing of a patient is shown. Throws ProblemError: `not_found`, `state_conflict` with its reason. */
export async function recordOutcome(
  { db }: PatientDesk,
  { pharmacyId }: Tenant,
  { id, outcome }: { readonly id: string; readonly outcome: LabelOutcome },
): Promise<PrescriptionLabel> {
  return inTenant(db, pharmacyId, async (trx) => {
    const label = await lockLabel(trx, id)
    if (label === null) throw new ProblemError('not_found', 'The pharmacy has no such label')
    const verdict = judgeOutcome(label, outcome)
    if (verdict === 'known') return labelSeen(label)
    if (verdict !== 'taken') throw new ProblemError('state_conflict', reason(verdict, {}))
    return labelSeen(await storeOutcome(trx, id, outcome))
  })
}
