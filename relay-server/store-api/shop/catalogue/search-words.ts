// What was typed into the shop's search, as words of its index; pure.
import { folded, shortUmlauts } from '../../../db/search/fold.ts'

/** More would be looked up in vain. */
const MAX_WORDS = 8
/** A single letter begins most of the catalogue. */
const SHORTEST_BEGINNING = 2
/** From so many digits on a number is a GTIN, which is written with zeros before it or without. */
const GTIN_DIGITS = 8

const SEPARATORS =
  /[^0-9a-z\u00C0-\uFFFF]+|(?<=[0-9])(?=[a-z\u00C0-\uFFFF])|(?<=[a-z\u00C0-\uFFFF])(?=[0-9])/gu

/** The same words as shop_words() of the database makes: folded, letters and digits apart. At most 8. */
export function searchWords(typed: string): string[] {
  const words = folded(typed)
    .replaceAll(SEPARATORS, ' ')
    .split(' ')
    .filter((word) => word !== '')
  return words.slice(0, MAX_WORDS).map((word) => (isGtin(word) ? word.replace(/^0+/, '') : word))
}

const isGtin = (word: string): boolean => /^\d+$/.test(word) && word.length >= GTIN_DIGITS

/** For `tsquery`: every word, the last one as a beginning. Empty where there is no word. Words hold no signs of its syntax. */
export function searchQuery(words: readonly string[]): string {
  const forms = words.map((word, index) => {
    const isBeginning = index === words.length - 1 && word.length >= SHORTEST_BEGINNING
    const either = [...new Set([word, shortUmlauts(word)])]
    return `(${either.map((form) => `'${form}'${isBeginning ? ':*' : ''}`).join(' | ')})`
  })
  return forms.join(' & ')
}

/** How a thing is called in addresses: letters and digits of ASCII, then its id, which makes it unique. */
export function slugOf(name: string, id: number): string {
  const words = folded(name).match(/[a-z0-9]+/g) ?? []
  return [...words.join('-').slice(0, 150).split('-'), String(id)].filter((part) => part !== '').join('-')
}
