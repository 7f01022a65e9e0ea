// Parts of phone numbers as people type them, and the numbers that they find in the database.
import { sql } from 'kysely'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type StoreTestDatabase } from '../test/test-store.ts'
import { phoneForms, phoneFormsOfFreeText } from './phone-part.ts'

let store: StoreTestDatabase
beforeAll(async () => {
  store = await openTestStore('phone_part')
})
afterAll(() => store.stop())

const NUMBER = '+442079460199'

/** With its groups of characters and as LIKE compares. */
async function isFound(typed: string, number = NUMBER): Promise<boolean> {
  for (const { grams, pattern } of phoneForms(typed)) {
    const { rows } = await sql<{ found: boolean }>`
      select relay_grams("forms") @> ${[...grams]}::text[] and "forms" like ${pattern} as "found"
      from relay_phone_forms(${number}) "forms"`.execute(store.db)
    if (rows[0]?.found === true) return true
  }
  return false
}

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
])('“%s” finds +442079460199', async (typed) => {
  expect(await isFound(typed)).toBe(true)
})

test.for(['0208', '+4420 8', '0049', '7946x', '+20', '020 7946 01990'])('“%s” does not', async (typed) => {
  expect(await isFound(typed)).toBe(false)
})

test.for([
  ['0199', '+442079461990'],
  ['0207', '+441207946019'],
  ['0555', '+902125551234'],
] as const)('the 0 of “%s” counts: %s is found by the digits behind it alone', async ([typed, number]) => {
  expect(await isFound(typed, number)).toBe(false)
  expect(await isFound(typed.slice(1), number)).toBe(true)
})

test.for([
  ['+12125550123', '02125550123'],
  ['+74951234567', '04951234567'],
  ['+302101234567', '02101234567'],
  ['+4930123456', '030123456'],
  ['+902125550000', '02125550000'],
  ['+353861234567', '0861234567'],
  ['+35799123456', '099123456'],
  ['+994501234567', '0501234567'],
] as const)('%s is %s in its own country', async ([number, national]) => {
  const { rows } = await sql<{ said: string }>`select relay_national(${number}) as "said"`.execute(store.db)
  expect(rows[0]?.said).toBe(national)
  expect(parsePhoneNumberFromString(number)?.nationalNumber).toBe(national.slice(1))
})

test('numbers that keep their 0 are found with it, and 00 within a number as itself', async () => {
  expect(await isFound('06 123', '+3906123456')).toBe(true)
  expect(await isFound('+39 06 123', '+3906123456')).toBe(true)
  expect(await isFound('0012', '+902125550012')).toBe(true)
})

test('free text is a number from three digits on, and only without letters', () => {
  expect(phoneFormsOfFreeText('020').map(({ pattern }) => pattern)).toEqual(['%020%'])
  expect(['02', 'P-1042', '', '()'].map(phoneFormsOfFreeText)).toEqual([[], [], [], []])
})

test('every country that the library knows has the same code here', async () => {
  const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
  const { rows } = await sql<{ code: string }>`
    select "code" from unnest(${codes}::text[]) "code"
    where relay_national('+' || "code" || '8765432') is distinct from '08765432'`.execute(store.db)
  expect(rows).toEqual([])
})
