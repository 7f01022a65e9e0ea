// What is typed and what is looked through are folded the same, by two functions: here and in the database.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { soughtWords } from '../../db/search/fold.ts'
import {
  FIND_EACH_OTHER,
  FOLD_CASES,
  expectFolded,
  lettersThatDiffer,
} from '../../db/search/test/fold-cases.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('fold')
})
afterAll(() => store.stop())

describe('folding', () => {
  test.for(FOLD_CASES)('“%s” is “%s” here and in the database', async (one) => {
    await expectFolded(store.db, one)
  })

  test('every letter of Latin and its extensions is the same on both sides', async () => {
    expect(await lettersThatDiffer(store.db)).toEqual([])
  })
})

test('words are told once each, with their second form', () => {
  expect(soughtWords(' Apo  mueller APO ')).toEqual([['apo'], ['mueller', 'muller']])
})

test.for(FIND_EACH_OTHER)('%s … find each other', async (names) => {
  for (const name of names)
    for (const typed of names) expect(await isFound(name, typed), `${typed} finds ${name}`).toBe(true)
})

test.for([
  ['Samuel', 'el', true],
  ['Samuel', 'ue', true],
  ['Blau Ecke', 'blauecke', true],
  ['Südapotheke', 'süd apotheke', true],
  ['Müller', 'moller', false],
  ['Müller Apotheke', 'muller backerei', false],
] as const)('“%s” by “%s”: %s', async ([name, typed, expected]) => {
  expect(await isFound(name, typed)).toBe(expected)
})

async function isFound(name: string, typed: string): Promise<boolean> {
  const { rows } = await sql<{ forms: string }>`
    select relay_search_text(array[${name}::text]) as "forms"`.execute(store.db)
  const forms = rows[0]?.forms ?? ''
  return soughtWords(typed).every((word) => word.some((form) => forms.includes(form)))
}
