// Reasons of labels in other languages: what the agent puts together is found again whole, and anything else is left.
import { expect, it } from 'vitest'
import { Language, texts } from './index.ts'
import { reasonWords } from './reason-words.ts'
import { reasonsEn } from './reasons-en.ts'

const SLOT = /\{\w+\}/g

it.each(Language.options)('%s says every phrase, with the same slots', (language) => {
  const t = texts(language)
  for (const [key, english] of Object.entries(reasonsEn)) {
    const own = t.reasons[key as keyof typeof reasonsEn]
    expect(own.match(SLOT)?.toSorted() ?? []).toEqual(english.match(SLOT)?.toSorted() ?? [])
    const filled = english.replaceAll(SLOT, '12')
    expect(reasonWords(filled, t)).toBe(own.replaceAll(SLOT, '12'))
  }
})

it('finds the phrases of a reason that was put together, with causes and what the printer says', () => {
  const de = texts('de')
  expect(reasonWords('the printer broke the connection off (ECONNRESET)', de)).toBe(
    'der Drucker hat die Verbindung abgebrochen (ECONNRESET)',
  )
  expect(
    reasonWords('the agent ended while it sent this label, and the printer does not count its labels', de),
  ).toBe(
    'das Programm endete, während es dieses Etikett sendete, und der Drucker zählt seine Etiketten nicht',
  )
  expect(
    reasonWords('the printer cannot be reached. The printer is paused. Press its pause button.', de),
  ).toBe(`der Drucker ist nicht erreichbar. ${de.printing.conditions.paused}`)
  expect(reasonWords('the label ends inside a command, and its sender broke off', texts('tr'))).toBe(
    'etiket bir komutun içinde bitiyor ve gönderen aktarımı yarıda kesti',
  )
})

it.each(['', 'nobody wrote this', 'the printer cannot be reached, perhaps', 'the printer is being asked'])(
  'leaves "%s"',
  (reason) => {
    expect(reasonWords(reason, texts('de'))).toBe(null)
  },
)
