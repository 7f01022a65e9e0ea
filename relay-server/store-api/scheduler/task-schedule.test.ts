// When tasks run: each night once, also when clocks change.
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { scheduledTasks } from './tasks.ts'
import { canScheduleIn, cronOf, timeOf } from './task-schedule.ts'

const nights = [
  // Clocks go ahead.
  { timeZone: 'Europe/Berlin', from: '2027-03-27T12:00:00.000Z', expected: ['03-28T02:10', '03-29T02:10'] },
  // Clocks go back.
  { timeZone: 'Europe/Berlin', from: '2026-10-24T12:00:00.000Z', expected: ['10-25T03:10', '10-26T03:10'] },
  { timeZone: 'Europe/Istanbul', from: '2027-03-27T12:00:00.000Z', expected: ['03-28T01:10', '03-29T01:10'] },
  // At midnight.
  { timeZone: 'Asia/Beirut', from: '2027-03-27T12:00:00.000Z', expected: ['03-28T01:10', '03-29T01:10'] },
]

test.each(nights)('$timeZone from $from: a night has its task once', ({ timeZone, from, expected }) => {
  const cron = cronOf({ every: 'day', hour: 4, minute: 10 })
  // Nothing is connected: it only reckons.
  const next = new PgBoss('postgresql://localhost/none').previewSchedule(cron, {
    tz: timeZone,
    from: new Date(from),
    count: 2,
  })
  expect(next.map((at) => at.toISOString().slice(5, 16))).toEqual(expected)
})

test('an hour and a minute are the same in every zone', () => {
  expect(cronOf({ every: 'hour', minute: 7 })).toBe('7 * * * *')
  expect(cronOf({ every: 'minute' })).toBe('* * * * *')
  expect([timeOf({ every: 'hour', minute: 7 }), timeOf({ every: 'minute' })]).toEqual(['00:07', null])
})

test('a zone whose clocks change by half an hour is refused: pg-boss does not find its nights', () => {
  expect(['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'Australia/Adelaide'].every(canScheduleIn)).toBe(true)
  expect(['Australia/Lord_Howe', 'Europe/Nowhere'].some(canScheduleIn)).toBe(false)
})

const parts = {
  db: {} as Parameters<typeof scheduledTasks>[0]['db'],
  timeZone: 'UTC',
  currency: 'EUR',
  followUpPayments: () => Promise.resolve(0),
  sendSms: () => Promise.resolve('not_set_up' as const),
}

test('the table: names of their own, nightly ones after any change of clocks, and each with words of its own', () => {
  const tasks = scheduledTasks(parts)
  const names = tasks.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(Object.keys(texts('en').scheduler.tasks))).toEqual(new Set(names))
  for (const { schedule } of tasks)
    if (schedule.every === 'day') expect(schedule.hour).toBeGreaterThanOrEqual(4)
})
