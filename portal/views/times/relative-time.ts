// Instants as words: how long ago, and exactly when. Used by the server and, with the local time zone, by the browser.
import { ageFormat, dateFormat } from './formats.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  { unit: 'year', ms: 365 * DAY },
  { unit: 'month', ms: 30 * DAY },
  { unit: 'day', ms: DAY },
  { unit: 'hour', ms: HOUR },
  { unit: 'minute', ms: MINUTE },
  { unit: 'second', ms: SECOND },
] as const

/** `5 minutes ago`. Within the first second, and for instants in the future, it says `now`. */
export function ageText(locale: string, atMs: number, nowMs: number): string {
  const format = ageFormat(locale, { numeric: 'auto' })
  const ageMs = Math.max(0, nowMs - atMs)
  const entry = UNITS.find(({ ms }) => ageMs >= ms)
  return entry === undefined
    ? format.format(0, 'second')
    : format.format(-Math.floor(ageMs / entry.ms), entry.unit)
}

/** `5 minutes ago, 09:00`, and of more than a day ago `3 days ago, 20 Nov`: what one says on the phone. */
export function sinceText(locale: string, atMs: number, { nowMs, timeZone }: SinceWhen): string {
  const form = nowMs - atMs < DAY ? MINUTES : DATE
  return `${ageText(locale, atMs, nowMs)}, ${written(form, { locale, atMs, timeZone })}`
}

interface SinceWhen {
  readonly nowMs: number
  /** Null: that of the machine it runs on. */
  readonly timeZone: string | null
}

/** `20 Nov 2026, 09:00:12 UTC`. `timeZone` null means the zone of the machine it runs on. */
export function exactText(locale: string, atMs: number, timeZone: string | null): string {
  return written({ day: 'numeric', month: 'short', year: 'numeric', ...CLOCK }, { locale, atMs, timeZone })
}

/** The exact time in that zone and in UTC, which people of several zones can compare; once where they are the same. */
export function titleText(locale: string, atMs: number, timeZone: string | null): string {
  const [there, utc] = [exactText(locale, atMs, timeZone), exactText(locale, atMs, 'UTC')]
  return there === utc ? utc : `${there} · ${utc}`
}

/** `20 November 2026`. */
export function dayText(locale: string, atMs: number, timeZone: string | null): string {
  return written({ dateStyle: 'long' }, { locale, atMs, timeZone })
}

/** `GMT+3`: how that zone is called then. */
export function zoneText(locale: string, atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(atMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `09:00:12 UTC`. */
export function clockText(locale: string, atMs: number, timeZone: string | null): string {
  return written(CLOCK, { locale, atMs, timeZone })
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const

const MINUTES = { hour: '2-digit', minute: '2-digit' } as const
const DATE = { day: 'numeric', month: 'short' } as const

interface Instant {
  readonly locale: string
  readonly atMs: number
  readonly timeZone: string | null
}

function written(form: Intl.DateTimeFormatOptions, { locale, atMs, timeZone }: Instant): string {
  return dateFormat(locale, { ...form, ...(timeZone === null ? {} : { timeZone }) }).format(atMs)
}

/** `9:41`, minutes and seconds until then, rounded up; null once it is over. */
export function leftText(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / SECOND)
  if (seconds <= 0) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
