// Numbers and plurals by the rules of each language, not by those of English.
import { expect, it } from 'vitest'
import { writingOf } from './writing.ts'

it.each([
  ['en-GB', ['0 labels', '1 label', '2 labels', '12,345 labels']],
  ['fr-FR', ['0 label', '1 label', '2 labels', '12\u202f345 labels']],
])('%s has its own singular and its own number', (locale, said) => {
  const { count } = writingOf({ locale })
  expect([0, 1, 2, 12_345].map((n) => count(n, 'label', 'labels'))).toEqual(said)
})

it('leaves a noun as it is that has no plural behind a number', () => {
  expect(writingOf({ locale: 'tr-TR' }).count(3, 'eczane')).toBe('3 eczane')
})
