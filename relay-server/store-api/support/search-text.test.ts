// What is typed becomes groups of three characters and a pattern in which nothing but the typed text counts.
import { expect, test } from 'vitest'
import { searchTextOf } from './search-text.ts'

test('three characters and more are looked for anywhere, in small letters', () => {
  expect(searchTextOf('  Till-1 ')).toEqual({
    grams: ['til', 'ill', 'll-', 'l-1'],
    pattern: '%till-1%',
  })
})

test('two characters are looked for where a name or an address begins, one is not looked for', () => {
  expect(searchTextOf('Ti')).toEqual({ grams: ['\nti'], pattern: '%\nti%' })
  expect([searchTextOf('T'), searchTextOf('   '), searchTextOf('')]).toEqual([null, null, null])
})

test('signs of LIKE are themselves, and characters beyond 16 bit are one', () => {
  expect(searchTextOf(String.raw`a_%\b`)?.pattern).toBe(String.raw`%a\_\%\\b%`)
  expect(searchTextOf('😀😀')).toEqual({ grams: ['\n😀😀'], pattern: '%\n😀😀%' })
  expect(searchTextOf('😀a😀')?.grams).toEqual(['😀a😀'])
})

test('the longest text makes a bounded number of groups, each once', () => {
  expect(searchTextOf('ab'.repeat(50))?.grams).toEqual(['aba', 'bab'])
  const all = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
  expect(searchTextOf(all)?.grams).toHaveLength(24)
})
