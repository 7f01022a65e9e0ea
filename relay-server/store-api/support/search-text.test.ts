// What is typed becomes groups of three characters and a pattern in which nothing but the typed text counts.
import { expect, test } from 'vitest'
import { searchTextOf } from './search-text.ts'

test('three characters and more are looked for anywhere, in small letters', () => {
  expect(searchTextOf('  Till-1 ')).toEqual([[{ grams: ['til', 'ill', 'll-', 'l-1'], pattern: '%till-1%' }]])
})

test('two characters are looked for where a name or an address begins, one is not looked for', () => {
  expect(searchTextOf('Ti')).toEqual([[{ grams: ['\nti'], pattern: '%\nti%' }]])
  expect([searchTextOf('T'), searchTextOf('   '), searchTextOf(''), searchTextOf('a b')]).toEqual(
    Array.from({ length: 4 }, () => null),
  )
})

test('words are looked for each, the short ones beside a longer one anywhere', () => {
  expect(searchTextOf('Till 1 Till')).toEqual([
    [{ grams: ['til', 'ill'], pattern: '%till%' }],
    [{ grams: [], pattern: '%1%' }],
  ])
})

test('a word with an umlaut written as two letters has two forms, and the index knows either', () => {
  expect(searchTextOf('Mueller')?.map((forms) => forms.map(({ pattern }) => pattern))).toEqual([
    ['%mueller%', '%muller%'],
  ])
  expect(searchTextOf('ueb')).toEqual([
    [
      { grams: ['ueb'], pattern: '%ueb%' },
      { grams: ['\nub'], pattern: '%\nub%' },
    ],
  ])
  expect(searchTextOf('ue')).toEqual([[{ grams: ['\nue'], pattern: '%\nue%' }]])
})

test('signs of LIKE are themselves, and characters beyond 16 bit are one', () => {
  expect(searchTextOf(String.raw`a_%\b`)?.[0]?.[0]?.pattern).toBe(String.raw`%a\_\%\\b%`)
  expect(searchTextOf('😀😀')).toEqual([[{ grams: ['\n😀😀'], pattern: '%\n😀😀%' }]])
  expect(searchTextOf('😀a😀')?.[0]?.[0]?.grams).toEqual(['😀a😀'])
})

test('the longest text makes a bounded number of groups, each once', () => {
  expect(searchTextOf('ab'.repeat(50))?.[0]?.[0]?.grams).toEqual(['aba', 'bab'])
  const all = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  expect(searchTextOf(all)?.[0]?.[0]?.grams).toHaveLength(24)
})
