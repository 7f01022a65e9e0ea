// Lengths of time and times of day, as people of a language write them.

const YEARS = [31_557_600, 'year', Number.POSITIVE_INFINITY] as const
const SPANS = [
  [1, 'second', 120],
  [60, 'minute', 7_200],
  [3_600, 'hour', 172_800],
  [86_400, 'day', 63_115_200],
  YEARS,
] as const

/** Such as 90 seconds, 5 hours, 365 days: the unit that people would say it in. */
export function spanText(seconds: number, locale: string): string {
  const [length, unit] = SPANS.find(([, , below]) => seconds < below) ?? YEARS
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.round(seconds / length))
}
