// The numbers of labels as people say, write and hear them.
import { expect, test } from 'vitest'
import {
  COMPUTER_LETTER,
  computerLetter,
  labelNumber,
  LETTERED_NUMBER,
  numberOf,
  numbersMeant,
  reprintNumber,
  sentNumber,
  writtenNumber,
} from './label-number.ts'

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [53, 'BA'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [18_279, 'AAAA'],
])('computer %i of a pharmacy has the letter %s', (ordinal, letter) => {
  expect(computerLetter(ordinal)).toBe(letter)
})

test('20,000 computers have letters of their own', () => {
  const letters = Array.from({ length: 20_000 }, (_none, index) => computerLetter(index + 1))
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.every((letter) => COMPUTER_LETTER.test(letter))).toBe(true)
  // So is the last that the database can count to but for a pharmacy of 12 million computers.
  expect(computerLetter(12_356_630)).toBe('ZZZZZ')
})

test('a label has the letter of its computer and its count there, a reprint its count behind that', () => {
  expect([numberOf('B', 75), numberOf(null, 75)]).toEqual(['B-75', '75'])
  expect(reprintNumber('B-75', 1)).toBe('B-75.1')
  expect(reprintNumber('B-75.1', 2)).toBe('B-75.2')
  expect(reprintNumber('75.9', 10)).toBe('75.10')
  expect([labelNumber({ n: 75, number: 'B-3' }), labelNumber({ n: 75 })]).toEqual(['B-3', '75'])
})

test.each([
  ['b-75', 'B-75'],
  [' aa-7.1 ', 'AA-7.1'],
  ['75', '75'],
  ['75.12', '75.12'],
])('"%s" is a number as people write it', (text, number) => {
  expect(writtenNumber(text)).toBe(number)
})

test.each([
  '',
  'B',
  'B75',
  'B-0',
  'B-75.0',
  'B-75.100',
  '-75',
  'B-7-5',
  '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11',
])('"%s" is none', (text) => {
  expect(writtenNumber(text)).toBeNull()
})

test('without a letter a label of this computer is meant, also one of before it had a letter', () => {
  expect(numbersMeant('75', 'B')).toEqual(['B-75', '75'])
  expect(numbersMeant('B-75.1', 'B')).toEqual(['B-75.1', '75.1'])
  expect(numbersMeant('A-75', 'B')).toEqual(['A-75'])
  expect(numbersMeant('BB-75', 'B')).toEqual(['BB-75'])
  expect(numbersMeant('75', null)).toEqual(['75'])
})

test('another computer is told a number only where it means the same there', () => {
  expect([sentNumber('B-75.1'), sentNumber('75')]).toEqual(['B-75.1', undefined])
  expect(LETTERED_NUMBER.test('75')).toBe(false)
})
