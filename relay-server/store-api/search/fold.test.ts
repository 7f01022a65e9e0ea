// What is typed and what is looked through are folded the same, by two functions: here and in the database.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { folded, shortUmlauts, soughtWords } from './fold.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('fold')
})
afterAll(() => store.stop())

const CASES = [
  ['ISTANBUL', 'istanbul'],
  ['istanbul', 'istanbul'],
  ['İstanbul', 'istanbul'],
  ['ıstanbul', 'istanbul'],
  ['IĞDIR Şifa Eczanesi', 'igdir sifa eczanesi'],
  ['Çiçek ÖZGÜR', 'cicek ozgur'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['MÜLLER', 'muller'],
  ['Mueller', 'mueller'],
  ['Ærø Œuvre Łódź Đorđe', 'aero oeuvre lodz dorde'],
  ['Þórður', 'thordur'],
  ['  Apotheke \u00A0 am\u2003Markt ', 'apotheke am markt'],
  ['ﬁrst № ２', 'first no 2'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['АПТЕКА Йод', 'аптека иод'],
  ['薬局 😀 100%_\\', '薬局 😀 100%_\\'],
  ['', ''],
] as const

describe('folding', () => {
  test.for(CASES)('“%s” is “%s” here and in the database', async ([text, expected]) => {
    const { rows } = await sql<{ folded: string; short: string }>`
      select relay_fold(${text}::text) as "folded", relay_short_umlauts(relay_fold(${text}::text)) as "short"`.execute(
      store.db,
    )
    expect(folded(text)).toBe(expected)
    expect(rows[0]).toEqual({ folded: expected, short: shortUmlauts(expected) })
  })

  test('every letter of Latin and its extensions is the same on both sides', async () => {
    const letters = Array.from({ length: 0x250 - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index))
    const { rows } = await sql<{ letter: string; folded: string }>`
      select "letter", relay_fold("letter") as "folded" from unnest(${letters}::text[]) "letter"`.execute(
      store.db,
    )
    expect(rows.filter(({ letter, folded: there }) => folded(letter) !== there)).toEqual([])
  })
})

test('words are told once each, with their second form', () => {
  expect(soughtWords(' Apo  mueller APO ')).toEqual([['apo'], ['mueller', 'muller']])
})

/** What is found by each of the others. */
const SAME = [
  ['ISTANBUL', 'istanbul', 'İstanbul', 'ıstanbul', 'İSTANBUL', 'Ist  anbul'],
  ['Apotheke Müller', 'Mueller Apotheke', 'muller apotheke', 'APOTHEKE  MÜLLER'],
  ['Größe', 'Groesse', 'grosse', 'GRÖSSE', 'Größe'],
  ['Käthe Schäfer', 'kaethe schaefer', 'Kathe Schafer'],
  ['Güneş Çağ', 'gunes cag', 'Guenes Çag'],
  ['Samuel Noel', 'samuel noël'],
] as const

test.for(SAME)('%s … find each other', async (names) => {
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
