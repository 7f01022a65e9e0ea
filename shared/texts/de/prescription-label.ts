// What stands on every prescription label besides what was prescribed, in German.
import type { PrescriptionLabelTexts } from '../en/prescription-label.ts'

export const prescriptionLabelDe: PrescriptionLabelTexts = {
  locale: 'de-DE',
  keepAway: 'Arzneimittel für Kinder unzugänglich aufbewahren',
}
