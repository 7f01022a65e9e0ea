// What somebody typed to find a computer, as the index and the texts of RelaySearchTexts know it; pure.
import { SHORTEST_SEARCH } from '@pharmacy-relay/shared/api/relay-support.ts'
import { containsPattern, soughtWords } from '../search/fold.ts'

/** As many as `relay_grams` makes groups of. */
const GRAM = 3
/** More would only be looked up in vain: the text itself is compared, too. */
const MOST_GRAMS = 24

/** One form of a word. */
export interface SoughtForm {
  /** Groups that stand in every text with it; none for a short word beside a longer one. */
  readonly grams: readonly string[]
  /** For LIKE. */
  readonly pattern: string
}

/** Words, of each of which one name or address must have either form. */
export type SearchText = readonly (readonly SoughtForm[])[]

/**
 * Words are looked for anywhere; when none has three characters, those of two where a name or an address begins. Null: too
 * few characters to look for.
 */
export function searchTextOf(typed: string): SearchText | null {
  const words = soughtWords(typed)
  const longest = Math.max(0, ...words.map(([word = '']) => lengthOf(word)))
  if (longest < SHORTEST_SEARCH) return null
  return words.map(([word = '', ...others]) => [
    soughtForm(longest < GRAM ? atBeginning(word) : word),
    // Too short for the index they would make it look through everything.
    ...others
      .filter((form) => lengthOf(form) >= SHORTEST_SEARCH)
      .map((form) => soughtForm(atBeginning(form))),
  ])
}

const lengthOf = (text: string): number => Array.from(text).length

/** Of a name or an address, when it has two characters. */
function atBeginning(form: string): string {
  return lengthOf(form) === SHORTEST_SEARCH ? `\n${form}` : form
}

function soughtForm(text: string): SoughtForm {
  return { grams: gramsOf(Array.from(text)), pattern: containsPattern(text) }
}

/** All of them: one that few texts have makes the search quick. */
function gramsOf(characters: readonly string[]): string[] {
  const count = Math.max(0, Math.min(MOST_GRAMS, characters.length - GRAM + 1))
  const all = Array.from({ length: count }, (_, start) => characters.slice(start, start + GRAM).join(''))
  return [...new Set(all)]
}
