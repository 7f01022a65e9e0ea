// What German is called, how it is written, and the phrase of every prescription label.
import { writingOf, type LanguageFacts } from '../writing.ts'

export const languageDe: LanguageFacts = {
  name: 'Deutsch',
  locale: 'de-DE',
  windows: 'de_DE',
  lcid: 1031,
  keepAway: 'Arzneimittel für Kinder unzugänglich aufbewahren',
}

export const { number, byCount, count } = writingOf(languageDe)
