// Phone numbers as people read them, with the code of the country and in the groups of its plan.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** `+44 20 7946 0101` of E.164; what no plan knows stays as it is. Its groups do not part at the end of a line. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational().replaceAll(' ', '\u00A0') ?? phone
}
