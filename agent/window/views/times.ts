// Moments as people read them, in the language of the page and the time of this computer.

/** `14:05:09`. */
export function clockTime(locale: string, instant: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(instant))
}

/** `22 November 2026, 14:05`. */
export function dayAndTime(locale: string, instant: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
}

/** As `clockTime`, and with the day when it is another one than `nowMs`. */
export function dayOrTime(locale: string, instant: string, nowMs: number): string {
  const isToday = new Date(instant).toDateString() === new Date(nowMs).toDateString()
  if (isToday) return clockTime(locale, instant)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}

/** `31 May 2027`, of a day without a time, as it stands on a pack. */
export function dayText(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
