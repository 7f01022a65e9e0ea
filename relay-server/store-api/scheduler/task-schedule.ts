// When a task runs, as it is written in the table of tasks, and as cron and people read it. Pure.

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
