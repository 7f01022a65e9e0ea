// Amounts of money and rates of tax in words: whole minor units of a currency as people of a language write them. Pure.

/** `1234567, 'EUR', 'de-DE'`: 12.345,67 €. Exact: no step goes through a fraction of a number. */
export function amountText(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(decimal(minor, digits))
}

/** `1900`: 19 %. */
export function rateText(basisPoints: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(basisPoints / 10_000)
}

/** As text, which `format` takes as it is. */
function decimal(minor: number, digits: number): `${number}` {
  const sign = minor < 0 ? '-' : ''
  const all = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = all.slice(0, all.length - digits)
  return `${sign}${whole}.${all.slice(all.length - digits)}0` as `${number}`
}
