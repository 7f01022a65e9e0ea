// When a task runs, as it is written in the table of tasks, and as cron and people read it. Pure.
import { isTimeZone } from '@pharmacy-relay/shared/time-zone.ts'

/** Of the day: in the scheduler's time zone. */
export type TaskSchedule =
  | { readonly every: 'minute' }
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }

/**
 * Five fields of cron. Nights begin at 4: where clocks change, they do so between midnight and 3, so that no zone has the hour
 * of a nightly task twice or not at all.
 */
export function cronOf(schedule: TaskSchedule): string {
  switch (schedule.every) {
    case 'minute':
      return '* * * * *'
    case 'hour':
      return `${schedule.minute} * * * *`
    case 'day':
      return `${schedule.minute} ${schedule.hour} * * *`
  }
}

/** `04:10`; of an hour `00:07`. Null: every minute. */
export function timeOf(schedule: TaskSchedule): string | null {
  if (schedule.every === 'minute') return null
  const hour = schedule.every === 'hour' ? 0 : schedule.hour
  return [hour, schedule.minute].map((part) => String(part).padStart(2, '0')).join(':')
}

const [JANUARY, JULY] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]
const HOUR_MINUTES = 60

/**
 * Whether nights can be found in the zone. Where clocks change by half an hour (Lord Howe Island alone), cron-parser 5.10 looks
 * for the next one for 2 s, each time, and then gives up.
 */
export function canScheduleIn(timeZone: string): boolean {
  if (!isTimeZone(timeZone)) return false
  return (offsetMinutes(timeZone, JANUARY) - offsetMinutes(timeZone, JULY)) % HOUR_MINUTES === 0
}

function offsetMinutes(timeZone: string, atMs: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MINUTES + Number(minutes))
}
