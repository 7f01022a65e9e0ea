// Amounts in minor units as people read and type them.

/** `€12.50`, in the manner of the locale. `currency`: ISO 4217. */
export function moneyText(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(minor / 10 ** minorDigits(currency))
}

/** Digits of the minor unit: 2 of EUR, 0 of JPY. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** `12.50` or `12,50` for a field, without currency and groups. */
export function amountInput(units: number, digits: number, locale: string): string {
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false } as const
  return new Intl.NumberFormat(locale, format).format(units / 10 ** digits)
}

/** What somebody typed, with a point or a comma before at most `digits` decimals, in smallest units; null for no such number. */
export function readAmount(text: string, digits: number): number | null {
  const typed = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim())
  const [, whole, decimals = ''] = typed ?? []
  if (whole === undefined || decimals.length > digits) return null
  return Number(whole + decimals.padEnd(digits, '0'))
}

/** `19 %` of 1900 hundredths of a percent. */
export function percentText(basisPoints: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(basisPoints / 10_000)
}
