// What was typed as searches compare it: without accents, case and double blanks, ß as ss; pure.

const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  ς: 'σ',
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  þ: 'th',
  Þ: 'th',
}

/** The same as relay_fold() of the database, which folds what is looked through. */
export function folded(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, '')
  const plain = bare.toLowerCase().replaceAll(/[^ -~]/g, (letter) => LETTERS[letter] ?? letter)
  return plain.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '')
}

/** The same as relay_short_umlauts(): ä is written ae as well, and both are found by a. */
export function shortUmlauts(foldedText: string): string {
  return foldedText.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u')
}

/** What was typed, word by word; each has one form or two, of which a text must have either. */
export function soughtWords(typed: string): string[][] {
  const words = folded(typed)
    .split(' ')
    .filter((word) => word !== '')
  return [...new Set(words)].map((word) => [...new Set([word, shortUmlauts(word)])])
}

/** `%…%` for LIKE, with its own signs escaped. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
