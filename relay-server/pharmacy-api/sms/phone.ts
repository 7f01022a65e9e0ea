// A phone number as people type it, made the one form in which numbers are kept and compared.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Phone } from '@pharmacy-relay/shared/ids.ts'

/**
 * E.164, of a number with the code of its country: blanks, brackets, hyphens, a leading 00 and the digits of other scripts are read.
 * Null for what no phone of that country can have, an extension, and a number without its country: it would be another one elsewhere.
 * Only the length is judged: plans of numbers change faster than libraries.
 */
export function phoneOf(typed: string): string | null {
  const international = typed.trim().replace(/^00(?=\d)/, '+')
  const parsed = parsePhoneNumberFromString(international, { extract: false })
  if (parsed === undefined || !parsed.isPossible() || parsed.ext !== undefined) return null
  const { success, data } = Phone.safeParse(parsed.number)
  return success ? data : null
}
