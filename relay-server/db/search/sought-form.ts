// A piece of text as indexes and columns are asked for it: its groups of three characters, and a pattern; pure.
import { containsPattern } from './fold.ts'

/** As many as `relay_grams` makes groups of. */
export const GRAM = 3
/** More would only be looked up in vain: the text itself is compared, too. */
const MOST_GRAMS = 24

export interface SoughtForm {
  /** Groups that stand in every text with it; none for what is shorter than one. */
  readonly grams: readonly string[]
  /** For LIKE. */
  readonly pattern: string
}

/** `text` anywhere. */
export function soughtForm(text: string): SoughtForm {
  return { grams: gramsOf(text), pattern: containsPattern(text) }
}

/** All of them, up to a number: one that few texts have makes the search quick. */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text)
  const count = Math.max(0, Math.min(MOST_GRAMS, characters.length - GRAM + 1))
  const all = Array.from({ length: count }, (_, start) => characters.slice(start, start + GRAM).join(''))
  return [...new Set(all)]
}
