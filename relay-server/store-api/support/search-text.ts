// What somebody typed to find a computer, as the index and the texts of RelaySearchTexts know it; pure.
import { SHORTEST_SEARCH } from '@pharmacy-relay/shared/api/relay-support.ts'
import { soughtWords } from '../../db/search/fold.ts'
import { GRAM, soughtForm, type SoughtForm } from '../../db/search/sought-form.ts'

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
