// What a message to a patient says: which template, whose pharmacy, when it is open, and nothing else. Pure.
import type { MessageTemplate } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'

export type PatientTemplate = Exclude<MessageTemplate, 'store_code' | 'other'>

/** Never a drug, never a person: whoever holds the phone reads it. */
export interface PatientTextValues {
  /** As the pharmacy calls itself; cut at 36 units of UTF-16. */
  readonly pharmacy: string
  /** When it is open, or open again: `Mon-Fri 9-18`. At most 20 units; more is refused where it is typed. */
  readonly hours: string
}

const PHARMACY_UNITS = 36
export const HOURS_UNITS = 20

/** At most two segments in each language, whatever letters the values have. */
export function patientText(
  template: PatientTemplate,
  { pharmacy, hours }: PatientTextValues,
  language: Language,
): string {
  if (hours.length > HOURS_UNITS) throw new RangeError(`hours may have ${HOURS_UNITS} units`)
  return texts(language).messages.patientSms[template]({ pharmacy: shortened(pharmacy), hours })
}

/** Between graphemes, with a full stop in the place of what is gone: an ellipsis would make any text UCS-2. */
function shortened(name: string): string {
  if (name.length <= PHARMACY_UNITS) return name
  let kept = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)) {
    if (kept.length + segment.length >= PHARMACY_UNITS) break
    kept += segment
  }
  return `${kept.trimEnd()}.`
}
