// What stands on every prescription label besides what was prescribed, in English.

export interface PrescriptionLabelTexts {
  /** How a date is written. */
  readonly locale: string
  /** The wording of leaflets in this language. */
  readonly keepAway: string
}

export const prescriptionLabelEn: PrescriptionLabelTexts = {
  locale: 'en-GB',
  keepAway: 'Keep out of the sight and reach of children',
}
