// A part of a phone number as people write it, looked for in numbers such as +442079460199; pure.
import { soughtForm, type SoughtForm } from '../../db/search/sought-form.ts'

/** Blanks of every kind, and what stands between groups of digits. */
const BETWEEN = /[\s()[\].,/\\\-‐‑–—·_]/g
const NUMBER = /^[\d\s()[\].,/\\\-‐‑–—·_+]+$/
/** Fewer digits would be found in nearly every number. */
const FEWEST_DIGITS = 3

/**
 * Forms of which a number must have one, as its country writes it (`02079460199`) or with the code (`+442079460199`); none when
 * nothing was typed. Digits count alone. A leading 00 is the plus sign, with which a number begins; any other leading 0 stays.
 * Behind a code `(0)` goes. Letters stay and match nothing.
 */
export function phoneForms(typed: string): SoughtForm[] {
  const text = typed.trim()
  const bare = (/^(\+|00)/.test(text) ? text.replace(/\(0\)/, '') : text).replaceAll(BETWEEN, '')
  if (bare === '') return []
  if (bare === '00') return [soughtForm('+')]
  // Within a number 00 may stand for itself.
  return /^00\d/.test(bare) ? [soughtForm(`+${bare.slice(2)}`), soughtForm(bare)] : [soughtForm(bare)]
}

/** The same for free text, when it could be a part of a number. */
export function phoneFormsOfFreeText(typed: string): SoughtForm[] {
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length >= FEWEST_DIGITS && NUMBER.test(typed) ? phoneForms(typed) : []
}
