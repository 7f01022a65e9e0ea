// What English is called, how it is written, and the phrase of every prescription label.
import { writingOf, type LanguageFacts } from '../writing.ts'

export const languageEn: LanguageFacts = {
  name: 'English',
  locale: 'en-GB',
  windows: 'en_US',
  lcid: 1033,
  keepAway: 'Keep out of the sight and reach of children',
}

export const { number, byCount, count } = writingOf(languageEn)
