// Durations in words, as people say them.
import { numberFormat } from './formats.ts'

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const

/** `2 days 5 hrs`, `45 mins`, `0 secs`: the largest unit and the next smaller one, rounded down. */
export function lastedText(locale: string, durationMs: number): string {
  const index = UNITS.findIndex(({ ms }) => durationMs >= ms)
  const first = UNITS[index] ?? UNITS[3]
  const second = index < 0 ? undefined : UNITS[index + 1]
  const left = Math.max(0, durationMs) % first.ms
  const parts = [unitText(locale, first.unit, durationMs / first.ms)]
  if (second !== undefined && left >= second.ms) parts.push(unitText(locale, second.unit, left / second.ms))
  return parts.join(' ')
}

function unitText(locale: string, unit: string, value: number): string {
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(Math.max(0, value)),
  )
}
