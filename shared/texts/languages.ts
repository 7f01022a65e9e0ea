// The languages that people read. A new one is a row here, its folder of texts, and that folder's line in index.ts.
import { z } from 'zod'
import { growing } from '../wire.ts'

/** Each under the name its speakers use. `windows`: for the installer, as electron-builder names it; `lcid`: [MS-LCID] 2.2. */
export const LANGUAGES = {
  en: { name: 'English', windows: 'en_US', lcid: 1033 },
  tr: { name: 'Türkçe', windows: 'tr_TR', lcid: 1055 },
  de: { name: 'Deutsch', windows: 'de_DE', lcid: 1031 },
} as const

export type Language = keyof typeof LANGUAGES
const codes = Object.keys(LANGUAGES) as [Language, ...Language[]]
export const Language = z.enum(codes)

/** What people at a computer read tray and window in; `system`: what its user has set up. */
export const LanguageChoice = growing(z.enum(['system', ...codes]), 'system')
export type LanguageChoice = z.infer<typeof LanguageChoice>

/** The choices by value; `system` in the words of whoever reads. */
export function languageChoices(system: string): Readonly<Record<string, string>> {
  return { system, ...Object.fromEntries(codes.map((code) => [code, LANGUAGES[code].name])) }
}
