// A part of a phone number as people write it, looked for in numbers such as +442079460199; pure.
import { containsPattern } from './fold.ts'

/** Blanks of every kind, and what stands between groups of digits. */
const BETWEEN = /[\s()[\].,/\\\-‐‑–—·_]/g
const NUMBER = /^[\d\s()[\].,/\\\-‐‑–—·_+]+$/
/** Fewer digits would be found in nearly every number. */
const FEWEST_DIGITS = 3

/**
 * Patterns for LIKE, of which a number must have one; none when nothing was typed. Digits count alone. A leading 00 is the
 * plus sign, with which a number begins; any other leading 0 is that of the national form and goes, and so does (0) behind
 * the code of a country. Letters stay and match nothing.
 */
export function phonePatterns(typed: string): string[] {
  const text = typed.trim()
  const bare = (/^(\+|00)/.test(text) ? text.replace(/\(0\)/, '') : text).replaceAll(BETWEEN, '')
  if (bare === '') return []
  // Within a number 00 may stand for itself.
  if (/^00\d/.test(bare)) return [containsPattern(`+${bare.slice(2)}`), containsPattern(bare)]
  return [containsPattern(bare.replace(/^00/, '+').replace(/^0(?=\d)/, ''))]
}

/** The same for free text, when it could be a part of a number. */
export function phonePatternsOfFreeText(typed: string): string[] {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length >= FEWEST_DIGITS && NUMBER.test(typed) ? phonePatterns(typed) : []
}
