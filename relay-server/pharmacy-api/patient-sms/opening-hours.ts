// When a pharmacy is open, or open again, as a message says it: made of days and times, so that no free text gets into a message. Pure.
import type { PatientSmsRequest } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'

/** A Monday. */
const FIRST_DAY = Date.UTC(2026, 10, 30)
const DAY_MS = 86_400_000

/** `Mon-Fri 09:00-18:00`, `Mon, 30 Nov 09:00`: at most 20 units of UTF-16 in every language. */
export function hoursText(values: PatientSmsRequest['values'], language: Language): string {
  const { locale } = texts(language)
  if ('date' in values) {
    const date = new Date(`${values.date}T00:00:00Z`)
    const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    return `${new Intl.DateTimeFormat(locale, format).format(date)} ${values.opens}`
  }
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (day: number): string => weekday.format(new Date(FIRST_DAY + (day - 1) * DAY_MS))
  const { from, to, opens, closes } = values
  const days = from === to ? nameOf(from) : `${nameOf(from)}-${nameOf(to)}`
  return `${days} ${opens}-${closes}`
}
