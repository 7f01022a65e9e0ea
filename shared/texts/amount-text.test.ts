// Amounts are written to the unit, in each currency's own digits.
import { expect, test } from 'vitest'
import { amountText, rateText } from './amount-text.ts'

/** With plain spaces. */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ')

test.each([
  [1_234_567, 'EUR', 'de-DE', '12.345,67 €'],
  [1_234_567, 'EUR', 'en-GB', '€12,345.67'],
  [1_234_567, 'TRY', 'tr-TR', '₺12.345,67'],
  [5, 'EUR', 'en-GB', '€0.05'],
  [0, 'EUR', 'de-DE', '0,00 €'],
  [-199, 'EUR', 'de-DE', '-1,99 €'],
  [1_234, 'JPY', 'en-GB', 'JP¥1,234'],
  [1_234_567, 'KWD', 'en-GB', 'KWD 1,234.567'],
  // Beyond what a number holds with its fraction.
  [999_999_999_999_999, 'EUR', 'en-GB', '€9,999,999,999,999.99'],
])('%d minor units of %s are in %s: %s', (minor, currency, locale, text) => {
  expect(plain(amountText(minor, currency, locale))).toBe(text)
})

test.each([
  [1_900, 'de-DE', '19 %'],
  [550, 'en-GB', '5.5%'],
  [2_000, 'tr-TR', '%20'],
  [0, 'en-GB', '0%'],
])('%d basis points are in %s: %s', (basisPoints, locale, text) => {
  expect(plain(rateText(basisPoints, locale))).toBe(text)
})
