// Parts of phone numbers as people type them, and the numbers that they find.
import { expect, test } from 'vitest'
import { phonePatterns, phonePatternsOfFreeText } from './phone-part.ts'

const NUMBER = '+442079460199'
const isFound = (typed: string, number = NUMBER): boolean =>
  phonePatterns(typed).some((pattern) => number.includes(pattern.slice(1, -1)))

test.for([
  '0207 946',
  '020 7946-0199',
  '(020) 7946 0199',
  '020.7946/0199',
  '020\u00A07946–0199',
  '+44 20',
  '+44 (0)20 7946',
  '+44 (0) 20 7946',
  '0044 20 7946 0199',
  '0044 (0)20 7946 0199',
  '7946',
  '0199',
  '99',
])('“%s” finds +442079460199', (typed) => {
  expect(isFound(typed)).toBe(true)
})

test.for(['0208', '+4420 8', '0049', '7946x', '+20', '020 7946 01990'])('“%s” does not', (typed) => {
  expect(isFound(typed)).toBe(false)
})

test('numbers that keep their 0 are found with it, and 00 within a number as itself', () => {
  expect(isFound('06 123', '+3906123456')).toBe(true)
  expect(isFound('+39 06 123', '+3906123456')).toBe(true)
  expect(isFound('0012', '+902125550012')).toBe(true)
})

test('free text is a number from three digits on, and only without letters', () => {
  expect(phonePatternsOfFreeText('020')).toEqual(['%20%'])
  expect(['02', 'P-1042', '', '()'].map(phonePatternsOfFreeText)).toEqual([[], [], [], []])
})
