// What stands on the label of a prescription, by the same rule for the preview at the counter and for the label itself.
import type { LabelDocument } from '../api/pharmacy/labels.ts'
import type { Prescription } from '../api/pharmacy/prescriptions.ts'
import type { PharmacyProfile } from '../api/pharmacy/profile.ts'

/** Of the pharmacy's own day at that moment. */
export function prescriptionDocument(
  prescription: Prescription,
  profile: PharmacyProfile,
  wallMs: number,
): LabelDocument {
  const { dispenseCode, patientName, drug, brand, directions, warnings, quantity } = prescription
  const { name, address, phone } = profile
  const language = prescription.language ?? profile.language
  const pharmacy = { name, address, phone }
  const content = { drug, brand, directions, warnings, quantity }
  return { dispenseCode, language, patient: patientName, ...content, pharmacy, date: dayIn(profile, wallMs) }
}

/** `2026-11-26`, as the calendar of the pharmacy has it. */
function dayIn({ timeZone }: Pick<PharmacyProfile, 'timeZone'>, wallMs: number): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(wallMs).map(({ type, value }) => [type, value]))
  return [parts.get('year'), parts.get('month'), parts.get('day')].join('-')
}
