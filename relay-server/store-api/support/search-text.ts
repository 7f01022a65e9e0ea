// What somebody typed to find a computer, as the index and the texts of RelaySearchTexts know it; pure.
import { SHORTEST_SEARCH } from '@pharmacy-relay/shared/api/relay-support.ts'

/** As many as `relay_grams` makes groups of. */
const GRAM = 3
/** More would only be looked up in vain: the text itself is compared, too. */
const MOST_GRAMS = 24

export interface SearchText {
  /** Groups that stand in every text with what was typed. */
  readonly grams: readonly string[]
  /** For LIKE. */
  readonly pattern: string
}

/** Two characters are looked for where a name or an address begins, more of them anywhere. Null: too few to look for. */
export function searchTextOf(typed: string): SearchText | null {
  const text = typed.trim().toLowerCase()
  const characters = Array.from(text)
  if (characters.length < SHORTEST_SEARCH) return null
  const sought = characters.length < GRAM ? ['\n', ...characters] : characters
  const escaped = sought.join('').replaceAll(/[\\%_]/g, String.raw`\$&`)
  return { grams: gramsOf(sought), pattern: `%${escaped}%` }
}

/** All of them: one that few texts have makes the search quick. */
function gramsOf(characters: readonly string[]): string[] {
  const count = Math.min(MOST_GRAMS, characters.length - GRAM + 1)
  const all = Array.from({ length: count }, (_, start) => characters.slice(start, start + GRAM).join(''))
  return [...new Set(all)]
}
