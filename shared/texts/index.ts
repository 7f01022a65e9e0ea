// The text catalogue of all front ends: English, Turkish, German. A missing key does not compile.
import { z } from 'zod'
import { de } from './de/index.ts'
import { en, type Texts } from './en/index.ts'
import { tr } from './tr/index.ts'

export type { Texts } from './en/index.ts'

export const Language = z.enum(['en', 'tr', 'de'])
export type Language = z.infer<typeof Language>

/** Each language under the name its speakers use. */
export const LANGUAGE_NAMES = {
  en: 'English',
  tr: 'Türkçe',
  de: 'Deutsch',
} as const satisfies Record<Language, string>

const CATALOGUE = { en, tr, de } as const satisfies Record<Language, Texts>

/** All texts in one language. */
export function texts(language: Language): Texts {
  return CATALOGUE[language]
}

/** `choice` of the settings, or the first of the preferred tags (BCP 47) that there are words in; English otherwise. */
export function languageOf(choice: Language | 'system', preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  const known = preferred.map((tag) => Language.safeParse(tag.slice(0, 2).toLowerCase()).data)
  return known.find((language) => language !== undefined) ?? 'en'
}
