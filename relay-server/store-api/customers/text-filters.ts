// Turns what staff typed into filters into LIKE patterns; pure.

/** `%…%` with LIKE's own signs escaped, in lower case; null when nothing was typed. */
export function containsPattern(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  return text === '' ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/**
 * The same for a phone number as people write it: spaces and punctuation go, a leading 00 is the plus sign, a single
 * leading 0 belongs to the national form and goes too. Letters stay and match nothing.
 */
export function phonePattern(typed: string): string | null {
  const bare = typed.replaceAll(/[\s().,/\-–]/g, '')
  const international = bare.replace(/^00/, '+').replace(/^0(?=\d)/, '')
  return containsPattern(international)
}

/** Free text that could be a phone number is looked for as one too. */
export function phonePatternOfFreeText(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length >= 3 && /^[\d\s+().,/\-–]+$/.test(typed) ? phonePattern(typed) : null
}
