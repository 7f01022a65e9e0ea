// What Turkish is called, how it is written, and the phrase of every prescription label.
import { writingOf, type LanguageFacts } from '../writing.ts'

export const languageTr: LanguageFacts = {
  name: 'Türkçe',
  locale: 'tr-TR',
  windows: 'tr_TR',
  lcid: 1055,
  keepAway: 'Çocukların göremeyeceği, erişemeyeceği yerlerde saklayınız',
}

export const { number, byCount, count } = writingOf(languageTr)
