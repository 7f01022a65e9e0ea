// What stands on every prescription label besides what was prescribed, in Turkish.
import type { PrescriptionLabelTexts } from '../en/prescription-label.ts'

export const prescriptionLabelTr: PrescriptionLabelTexts = {
  locale: 'tr-TR',
  keepAway: 'Çocukların göremeyeceği, erişemeyeceği yerlerde saklayınız',
}
