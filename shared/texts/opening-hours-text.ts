// Makes the words of opening hours: days with equal hours together, in the short form of each language.
import type { OpenSpan, OpenWeek } from '../opening-hours/opening-hours.ts'

export interface HoursWords {
  readonly closedDay: string
  readonly allDay: string
}

/** `Mon–Fri 09:00–18:00; Sat 09:00–13:00; Sun closed`. `locale`: as in `de-DE`. */
export function weekText(week: OpenWeek, locale: string, words: HoursWords): string {
  const days = week.map((spans, day) => ({ day, hours: dayText(spans, words) }))
  const runs: { from: number; to: number; hours: string }[] = []
  for (const { day, hours } of days) {
    const last = runs.at(-1)
    if (last?.hours === hours) last.to = day
    else runs.push({ from: day, to: day, hours })
  }
  return runs.map(({ from, to, hours }) => `${daysText(from, to, locale)} ${hours}`).join('; ')
}

/** `day`: 0 is Monday. */
export function dayName(day: number, locale: string, weekday: 'short' | 'long'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day))
}

function daysText(from: number, to: number, locale: string): string {
  const first = dayName(from, locale, 'short')
  return from === to ? first : `${first}–${dayName(to, locale, 'short')}`
}

function dayText(spans: readonly OpenSpan[], { closedDay, allDay }: HoursWords): string {
  if (spans.length === 0) return closedDay
  if (spans.some(({ from, to }) => from === '00:00' && to === '24:00')) return allDay
  return spans.map(({ from, to }) => `${from}–${to}`).join(', ')
}
