// The text catalogue of all front ends, a line for each language. A missing key does not compile.
import { de } from './de/index.ts'
import { en, type Texts } from './en/index.ts'
import { Language, type LanguageChoice } from './languages.ts'
import { tr } from './tr/index.ts'

export type { Texts } from './en/index.ts'
export { byLanguage, Language, LANGUAGES } from './languages.ts'

const CATALOGUE: Readonly<Record<Language, Texts>> = { en, tr, de }

/** All texts in one language. */
export function texts(language: Language): Texts {
  return CATALOGUE[language]
}

/** `choice` of the settings, or the first of the preferred tags (BCP 47) that there are words in; English otherwise. */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  const known = preferred.map((tag) => Language.safeParse(tag.slice(0, 2).toLowerCase()).data)
  return known.find((language) => language !== undefined) ?? 'en'
}
