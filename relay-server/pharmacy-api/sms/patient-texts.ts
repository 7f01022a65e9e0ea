// What a message to a patient says: which template, whose pharmacy, when it is open, and nothing else. Pure.
import type { MessageTemplate } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { segmentsOf } from './segments.ts'

export type PatientTemplate = Exclude<MessageTemplate, 'store_code' | 'other'>

/** Never a drug, never a person: whoever holds the phone reads it. */
export interface PatientTextValues {
  /** As the pharmacy calls itself; cut at 36 units of UTF-16, or earlier where the text would have a third segment. */
  readonly pharmacy: string
  /** When it is open, or open again: `Mon-Fri 9-18`. At most 20 units; more is refused where it is typed. */
  readonly hours: string
  /** Where the patient ends the messages (shared/api/pharmacy/sms-opt-outs.ts): of an address of at most 40 characters. */
  readonly link: string
}

const PHARMACY_UNITS = 36
const MAX_SEGMENTS = 2
export const HOURS_UNITS = 20

/** At most two segments in each language, whatever letters the values have. */
export function patientText(
  template: PatientTemplate,
  { pharmacy, hours, link }: PatientTextValues,
  language: Language,
): string {
  if (hours.length > HOURS_UNITS) throw new RangeError(`hours may have ${HOURS_UNITS} units`)
  const say = texts(language).messages.patientSms[template]
  let units = PHARMACY_UNITS
  let text = say({ pharmacy: shortened(pharmacy, units), hours, link })
  // Letters beyond GSM-7 halve the room.
  while (segmentsOf(text) > MAX_SEGMENTS && units > 1) {
    units -= 1
    text = say({ pharmacy: shortened(pharmacy, units), hours, link })
  }
  return text
}

/** Between graphemes, with a full stop in the place of what is gone: an ellipsis would make any text UCS-2. */
function shortened(name: string, units: number): string {
  if (name.length <= units) return name
  let kept = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)) {
    if (kept.length + segment.length >= units) break
    kept += segment
  }
  return `${kept.trimEnd()}.`
}
