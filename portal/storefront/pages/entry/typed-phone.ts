// A phone number as people type it, as E.164: the pharmacy API reads it by the same rule, and the ticket is good for that number alone.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Phone } from '@pharmacy-relay/shared/ids.ts'

/** Null for what no phone of its country can have, and for a number without the code of its country. Only the length is judged. */
export function phoneOf(typed: string): string | null {
  const international = typed.trim().replace(/^00(?=\d)/, '+')
  const parsed = parsePhoneNumberFromString(international, { extract: false })
  if (parsed === undefined || !parsed.isPossible() || parsed.ext !== undefined) return null
  const { success, data } = Phone.safeParse(parsed.number)
  return success ? data : null
}
