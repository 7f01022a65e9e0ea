// Amounts and rates in the reader's language. Money is whole minor units of the shop's one currency.
import { numberFormat } from '../../views/times/formats.ts'

export function moneyText(minor: number, currency: string, locale: string): string {
  return numberFormat(locale, { style: 'currency', currency }).format(minor / 10 ** digitsOf(currency))
}

/** As programs write it: `12.50`. */
export function plainAmount(minor: number, currency: string): string {
  const digits = digitsOf(currency)
  return (minor / 10 ** digits).toFixed(digits)
}

/** Of the amount that somebody typed, with a point or a comma; null for what is none. */
export function minorOf(typed: string, currency: string): number | null {
  const amount = /^\d{1,7}(?:[.,]\d{1,3})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : NaN
  return Number.isNaN(amount) ? null : Math.round(amount * 10 ** digitsOf(currency))
}

/** Net and tax together, halves up, for one piece: an order rounds the sum of each rate instead. */
export function grossMinor(netMinor: number, taxBp: number): number {
  return netMinor + Math.floor((netMinor * taxBp + 5_000) / 10_000)
}

/** `1900` is 19 %. */
export function rateText(basisPoints: number, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
}

function digitsOf(currency: string): number {
  return numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
}
