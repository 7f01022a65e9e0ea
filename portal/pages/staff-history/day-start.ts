// Which day it is in a time zone, and when it begins. Pure.
import { dateFormat } from '../../views/times/formats.ts'

const DAY_MS = 86_400_000
const TO_THE_SECOND = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const satisfies Intl.DateTimeFormatOptions

/** `day` as in 2026-11-26. Where a clock skips midnight, the moment at which it did. */
export function dayStart(day: string, zone: string): Date {
  const utcMs = Date.parse(`${day}T00:00:00.000Z`)
  // Twice: the offset at midnight may be another one than at that time in UTC.
  const guess = utcMs - offsetMs(utcMs, zone)
  return new Date(utcMs - offsetMs(guess, zone))
}

/** The next one; with `days` so many later, or earlier below 0. */
export function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The day that it is there at that moment. */
export function dayIn(zone: string, atMs: number): string {
  return new Date(atMs + offsetMs(atMs, zone)).toISOString().slice(0, 10)
}

/** How far the clocks of the zone are ahead of UTC then, in ms. */
function offsetMs(atMs: number, zone: string): number {
  const parts = dateFormat('en-US', { ...TO_THE_SECOND, timeZone: zone }).formatToParts(atMs)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return there - Math.floor(atMs / 1_000) * 1_000
}
