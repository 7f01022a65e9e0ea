// Labels of a computer by the hour of the last day, and by the day of the last thirty, for pictures: also hours without any.
import { LABEL_HOUR_DAYS, type LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'

export interface LabelSpan {
  /** When it begins, in ms since 1970. */
  readonly atMs: number
  readonly accepted: number
  readonly trouble: number
  /** The median of the hours' own, each as often as it has labels; null without any. */
  readonly p50Ms: number | null
}

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The last 24 begun hours, the oldest first. */
export function lastDay(hours: readonly LabelHour[], now: Date): LabelSpan[] {
  const byHour = Map.groupBy(hours, ({ hour }) => Date.parse(hour))
  const newest = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: DAY_HOURS }, (_, index) => {
    const atMs = newest - (DAY_HOURS - 1 - index) * HOUR_MS
    return spanOf(atMs, byHour.get(atMs) ?? [])
  })
}

/** The last 30 days of the reader's calendar, today included; `dayOf` names the day of a moment. */
export function lastDays(
  hours: readonly LabelHour[],
  now: Date,
  dayOf: (atMs: number) => string,
): LabelSpan[] {
  const byDay = Map.groupBy(hours, ({ hour }) => dayOf(Date.parse(hour)))
  const starts = new Map<string, number>()
  // By the hour, since a day has 23 or 25 where clocks change.
  for (let atMs = now.getTime(); starts.size <= LABEL_HOUR_DAYS; atMs -= HOUR_MS) {
    const day = dayOf(atMs)
    if (!starts.has(day) && starts.size === LABEL_HOUR_DAYS) break
    starts.set(day, atMs)
  }
  return [...starts].map(([day, atMs]) => spanOf(atMs, byDay.get(day) ?? [])).toReversed()
}

function spanOf(atMs: number, hours: readonly LabelHour[]): LabelSpan {
  const sum = (pick: (hour: LabelHour) => number): number => hours.reduce((all, hour) => all + pick(hour), 0)
  return {
    atMs,
    accepted: sum(({ accepted }) => accepted),
    trouble: sum(({ trouble }) => trouble),
    p50Ms: medianOf(hours),
  }
}

function medianOf(hours: readonly LabelHour[]): number | null {
  const timed = hours
    .flatMap(({ p50Ms, accepted }) => (p50Ms === null ? [] : [{ p50Ms, weight: Math.max(1, accepted) }]))
    .toSorted((one, other) => one.p50Ms - other.p50Ms)
  const half = timed.reduce((all, { weight }) => all + weight, 0) / 2
  let before = 0
  return timed.find(({ weight }) => (before += weight) >= half)?.p50Ms ?? null
}
