// The languages that people read. A new one is its folder, which has a line here and one in index.ts; nothing else lists them.
import { z } from 'zod'
import { growing } from '../wire.ts'
import { languageDe } from './de/language.ts'
import { languageEn } from './en/language.ts'
import { languageTr } from './tr/language.ts'
import type { LanguageFacts } from './writing.ts'

/** By the code of two letters (ISO 639-1), which stands in cookies, databases and messages. */
export const LANGUAGES = { en: languageEn, tr: languageTr, de: languageDe } as const satisfies Readonly<
  Record<string, LanguageFacts>
>

export type Language = keyof typeof LANGUAGES
const codes = Object.keys(LANGUAGES) as [Language, ...Language[]]
export const Language = z.enum(codes)

/** One value for each language. */
export function byLanguage<V>(make: (language: Language) => V): Record<Language, V> {
  return Object.fromEntries(codes.map((code) => [code, make(code)])) as Record<Language, V>
}

/** What people at a computer read tray and window in; `system`: what its user has set up. */
export const LanguageChoice = growing(z.enum(['system', ...codes]), 'system')
export type LanguageChoice = z.infer<typeof LanguageChoice>

/** The choices by value; `system` in the words of whoever reads. */
export function languageChoices(system: string): Readonly<Record<string, string>> {
  return { system, ...Object.fromEntries(codes.map((code) => [code, LANGUAGES[code].name])) }
}
