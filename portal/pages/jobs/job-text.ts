// Sizes and durations of labels in words.

/** `140 byte`, `2.3 kB`. */
export function sizeText(locale: string, bytes: number): string {
  const [unit, value] = bytes < 1_000 ? ['byte', bytes] : ['kilobyte', bytes / 1_000]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: String(unit),
    maximumFractionDigits: 1,
  }).format(Number(value))
}

const UNITS = [
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
  { unit: 'millisecond', ms: 1 },
] as const

/** `20 ms`, `1.5 sec`, `5 min`. */
export function durationText(locale: string, durationMs: number): string {
  const { unit, ms } = UNITS.find((one) => durationMs >= one.ms) ?? UNITS[3]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(durationMs / ms)
}
