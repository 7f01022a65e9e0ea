// What is typed and what is looked through become the same words, here and in the database.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type StoreTestDatabase } from '../../test/test-store.ts'
import { searchQuery, searchWords, slugOf } from './search-words.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('shop_words')
})
afterAll(() => store.stop())

test.for([
  ['Vitamin B-12', 'vitamin b 12'],
  ['500mg', '500 mg'],
  ['A.B.C', 'a b c'],
  ['ISIRGAN ısırgan', 'isirgan isirgan'],
  ['Größe', 'grosse'],
  ['薬局2', '薬局 2'],
  ["':*&!()|<->", ''],
  ['😀 x', 'x'],
] as const)('“%s” is “%s” here and in the database', async ([text, expected]) => {
  const { rows } = await sql<{ words: string }>`select shop_words(${text}::text) as words`.execute(store.db)
  expect(rows[0]?.words).toBe(expected)
  expect(searchWords(text).join(' ')).toBe(expected)
})

test('of a number that may be a GTIN the zeros before it are no part', () => {
  expect(searchWords('04006381333931')).toEqual(['4006381333931'])
  expect(searchWords('0012')).toEqual(['0012'])
})

test('the last word is a beginning from two letters on, and umlauts are found in either spelling', () => {
  expect(searchQuery(['mueller', 'ro'])).toBe(`('mueller' | 'muller') & ('ro':*)`)
  expect(searchQuery(['a', 'b'])).toBe(`('a') & ('b')`)
  expect(searchQuery([])).toBe('')
})

test('an address in the shop ends with the id', () => {
  expect(slugOf('Etikettenrolle 100×50 „Größe“', 7)).toBe('etikettenrolle-100-50-grosse-7')
  expect(slugOf('薬局', 7)).toBe('7')
})
