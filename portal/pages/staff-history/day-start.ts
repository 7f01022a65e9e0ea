// When a day begins in a time zone. Pure.

const DAY_MS = 86_400_000

/** `day` as in 2026-11-26. Where a clock skips midnight, the moment at which it did. */
export function dayStart(day: string, zone: string): Date {
  const utcMs = Date.parse(`${day}T00:00:00.000Z`)
  // Twice: the offset at midnight may be another one than at that time in UTC.
  const guess = utcMs - offsetMs(utcMs, zone)
  return new Date(utcMs - offsetMs(guess, zone))
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** How far the clocks of the zone are ahead of UTC then, in ms. */
function offsetMs(atMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return there - Math.floor(atMs / 1_000) * 1_000
}
