// A patient as the pharmacy sees it, and as its row keeps it: what is said of a person is sealed.
import { z } from 'zod'
import type { Patient, PatientFields } from '@pharmacy-relay/shared/api/pharmacy/patients.ts'
import type { RowSealer, SealedRow } from '../sealing/row-sealer.ts'
import type { PatientRow } from './patients.queries.ts'

/** Tolerant: a later version may have said more. */
const SealedPatient = z.object({
  name: z.string(),
  phone: z.string(),
  birthYear: z.int().nullable(),
  flags: z.array(z.string()),
})
type SealedPatient = z.infer<typeof SealedPatient>

type RowPlace = Pick<PatientRow, 'id' | 'pharmacyId'>

const placeOf = ({ id, pharmacyId }: RowPlace): SealedRow => ({ table: 'PatientPhones', pharmacyId, id })

/** `phone` is E.164. */
export function sealedPatient(sealer: RowSealer, place: RowPlace, fields: PatientFields & { phone: string }) {
  const { name, phone, birthYear, flags, smsConsent } = fields
  const content: SealedPatient = { name, phone, birthYear, flags }
  return { ...sealer.seal(placeOf(place), content), smsConsent }
}

/** Throws ProblemError `unavailable` where it does not open. */
export function openedPatient(sealer: RowSealer, row: PatientRow): Patient {
  const { id, smsConsent, version } = row
  const content = SealedPatient.parse(sealer.open(placeOf(row), row))
  const { createdAt, updatedAt } = row
  return {
    id,
    ...content,
    smsConsent,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
