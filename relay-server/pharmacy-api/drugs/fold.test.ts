// How text is folded: what people type and what lists hold must meet.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldedWords } from './fold.ts'

test.each([
  ['DOLIPRANE 500mg, comprimé', 'doliprane 500 mg comprime'],
  ['İBUPROFENE', 'ibuprofene'],
  ['ığdır ŞĞÇ', 'igdir sgc'],
  ['VITAMINE B12 2,5 µg', 'vitamine b12 2.5 ug'],
  ['A.D.N. BOIRON', 'a d n boiron'],
  ['glucose 5% / 10 %', 'glucose 5 % 10 %'],
  ['cœur, Großpackung', 'coeur grosspackung'],
  ['ΠΑΡΑΚΕΤΑΜΟΛΗ', 'παρακεταμολη'],
  ["':* & |", ''],
  ['1.000.000 UI.', '1.000.000 ui'],
])('%s is compared as "%s"', (text, folded) => expect(fold(text)).toBe(folded))

test('what was folded stays the same when it is folded again, and has nothing that a query could mean otherwise', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('aZéİ1,.%:*&|\'"\\ (ß')), maxLength: 40 })
  fc.assert(
    fc.property(texts, (text) => {
      expect(fold(fold(text))).toBe(fold(text))
      for (const word of foldedWords(fold(text))) expect(word).toMatch(/^[\p{L}\p{N}.%]+$/u)
    }),
  )
})
