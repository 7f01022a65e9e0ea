// For tests: what is folded to what, and what finds what, the same in each database that has these functions.
import { sql, type QueryExecutorProvider } from 'kysely'
import { expect } from 'vitest'
import { folded, shortUmlauts } from '../fold.ts'

export const FOLD_CASES = [
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

/** Each group's names find each other. */
export const FIND_EACH_OTHER = [
  ['ISTANBUL', 'istanbul', 'İstanbul', 'ıstanbul', 'İSTANBUL', 'Ist  anbul'],
  ['Apotheke Müller', 'Mueller Apotheke', 'muller apotheke', 'APOTHEKE  MÜLLER'],
  ['Größe', 'Groesse', 'grosse', 'GRÖSSE', 'Größe'],
  ['Käthe Schäfer', 'kaethe schaefer', 'Kathe Schafer'],
  ['Güneş Çağ', 'gunes cag', 'Guenes Çag'],
  ['Samuel Noel', 'samuel noël'],
] as const

/** One of FOLD_CASES here and in the database. */
export async function expectFolded(
  db: QueryExecutorProvider,
  [text, expected]: readonly [string, string],
): Promise<void> {
  const { rows } = await sql<{ folded: string; short: string }>`
    select relay_fold(${text}::text) as "folded", relay_short_umlauts(relay_fold(${text}::text)) as "short"`.execute(
    db,
  )
  expect(folded(text)).toBe(expected)
  expect(rows[0]).toEqual({ folded: expected, short: shortUmlauts(expected) })
}

/** Letters of Latin and its extensions that are not folded the same here and there. */
export async function lettersThatDiffer(db: QueryExecutorProvider): Promise<unknown[]> {
  const letters = Array.from({ length: 0x250 - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index))
  const { rows } = await sql<{ letter: string; folded: string }>`
    select "letter", relay_fold("letter") as "folded" from unnest(${letters}::text[]) "letter"`.execute(db)
  expect(rows).toHaveLength(letters.length)
  return rows.filter(({ letter, folded: there }) => folded(letter) !== there)
}
