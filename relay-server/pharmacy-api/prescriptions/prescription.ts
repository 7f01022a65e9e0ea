// A prescription as its row keeps it, and as the pharmacy sees it: with its patient's name, its drug and its labels.
import { z } from 'zod'
import {
  PackCheck,
  PrescriptionFields,
  type Prescription,
  type PrescriptionLabel,
} from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { openedPatient } from '../patients/patient.ts'
import type { RowSealer, SealedRow } from '../sealing/row-sealer.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { labelRowsOf, type LabelRow } from './labels.queries.ts'
import { listedDrugs, patientRowsOf, type PrescriptionRow } from './prescriptions.queries.ts'

const MAX_LABELS = 20

/** The id of the drug stands beside the seal. Tolerant: a later version may have said more. */
const SealedPrescription = readerOf(
  z.strictObject({ ...PrescriptionFields.omit({ drugId: true }).shape, check: PackCheck.nullable() }),
)
export type PrescriptionContent = z.infer<typeof SealedPrescription>

type RowPlace = Pick<PrescriptionRow, 'id' | 'pharmacyId'>

const placeOf = ({ id, pharmacyId }: RowPlace): SealedRow => ({
  table: 'PatientPrescriptions',
  pharmacyId,
  id,
})

export function sealedContent(sealer: RowSealer, place: RowPlace, content: PrescriptionContent) {
  return sealer.seal(placeOf(place), content)
}

/** Throws ProblemError `unavailable` where it does not open. */
export function openedContent(sealer: RowSealer, row: PrescriptionRow): PrescriptionContent {
  return SealedPrescription.parse(sealer.open(placeOf(row), row))
}

/** In the order of the rows. */
export async function prescriptionsSeen(
  trx: TenantDb,
  sealer: RowSealer,
  rows: readonly PrescriptionRow[],
): Promise<Prescription[]> {
  const patients = await patientRowsOf(trx, [...new Set(rows.map(({ patientId }) => patientId))])
  const drugs = await listedDrugs(trx, [...new Set(rows.flatMap(({ drugId }) => drugId ?? []))])
  const labels = await labelRowsOf(
    trx,
    rows.map(({ id }) => id),
  )
  const names = new Map(patients.map((patient) => [patient.id, openedPatient(sealer, patient).name]))
  return rows.map((row) => {
    const drug = drugs.find(({ id }) => id === row.drugId)
    const { id, patientId, state, drugId, dispenseCode, version, createdAt, updatedAt } = row
    return {
      id,
      patientId,
      patientName: names.get(patientId) ?? '',
      state,
      drugId,
      ...openedContent(sealer, row),
      listedDrug: drug === undefined ? null : listed(drug),
      dispenseCode,
      labels: labels
        .filter(({ prescriptionId }) => prescriptionId === id)
        .slice(0, MAX_LABELS)
        .map(labelSeen),
      version,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  })
}

export async function prescriptionSeen(
  trx: TenantDb,
  sealer: RowSealer,
  row: PrescriptionRow,
): Promise<Prescription> {
  const [seen] = await prescriptionsSeen(trx, sealer, [row])
  if (seen === undefined) throw new RangeError('A row is seen')
  return seen
}

export function labelSeen(row: LabelRow): PrescriptionLabel {
  const { id, prescriptionId, n, state, evidence, reasons, jobId, withdrawnAt, requestedAt, changedAt } = row
  return {
    id,
    prescriptionId,
    n,
    state,
    evidence,
    reasons: [...reasons],
    jobId,
    isWithdrawn: withdrawnAt !== null,
    requestedAt: requestedAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}

function listed({ id, name, withdrawnAt }: { id: number; name: string; withdrawnAt: Date | null }) {
  return { id, name, withdrawnAt: withdrawnAt?.toISOString() ?? null }
}
