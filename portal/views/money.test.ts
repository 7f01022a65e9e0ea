// Amounts are read and written without losing a minor unit.
import { expect, test } from 'vitest'
import { amountInput, minorDigits, moneyText, percentText, readAmount } from './money.ts'

test.each([
  ['12.50', 2, 1_250],
  ['12,5', 2, 1_250],
  [' 12 ', 2, 1_200],
  ['0.07', 2, 7],
  ['150', 0, 150],
  ['12.505', 2, null],
  ['12.5', 0, null],
  ['1.234,50', 2, null],
  ['-1', 2, null],
  ['', 2, null],
  ['12.', 2, null],
  ['1e3', 2, null],
])('%j with %i decimals is read as %j', (text, digits, units) => {
  expect(readAmount(text, digits)).toBe(units)
})

test('what a field shows is read as the same amount, in each language', () => {
  for (const locale of ['en-GB', 'de-DE', 'tr-TR'])
    for (const units of [0, 1, 99, 100, 123_456, 100_000_000])
      expect([locale, readAmount(amountInput(units, 2, locale), 2)]).toEqual([locale, units])
})

test('amounts are written in the manner of the reader and of the currency', () => {
  expect(moneyText(123_456, 'EUR', 'en-GB')).toBe('€1,234.56')
  expect(moneyText(123_456, 'EUR', 'de-DE')).toBe('1.234,56\u00A0€')
  expect(moneyText(1_234, 'JPY', 'en-GB')).toBe('JP¥1,234')
  expect([minorDigits('TRY'), minorDigits('JPY')]).toEqual([2, 0])
  expect([percentText(1_900, 'en-GB'), percentText(770, 'de-DE')]).toEqual(['19%', '7,7\u00A0%'])
})
