// The one place where text becomes what searches compare: for stored names and for what people type; pure.

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
}

/** A word is kept up to this length: none of a medicine is longer. */
const MAX_WORD = 100

/**
 * Lower case, without accents; `2,5` is 2.5, `500mg` is 500 mg, `1%` is 1 %; anything but letters, digits, a point within a
 * number and % is a blank. Words stand apart by one blank.
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßıœæøłđ]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/(?<!\p{Script=Greek})μ(?!\p{Script=Greek})/gu, 'u')
    .replaceAll(/(?<=\d),(?=\d)/g, '.')
    .replaceAll(/(?<=\d)(?=[\p{L}%])|(?=%)|(?<=%)/gu, ' ')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}.%]+/gu, ' ')
    .trim()
}

/** The words of a folded text, each once, in order. */
export function foldedWords(folded: string): string[] {
  const words = folded.split(' ').filter((word) => word !== '')
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD)))]
}
