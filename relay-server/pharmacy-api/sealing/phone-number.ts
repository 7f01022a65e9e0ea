// A phone as people write it, read with the country of their pharmacy; pure.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** E.164; null for what is no number there. Digits of any script, with blanks, dashes, 00 or + before the country. */
export function readPhone(text: string, country: string): string | null {
  if (!isSupportedCountry(country)) return null
  const phone = parsePhoneNumberFromString(text, country)
  // Extensions are no part of E.164: a phone with one would be found as another.
  if (phone?.isValid() !== true || phone.ext !== undefined) return null
  return phone.number
}
