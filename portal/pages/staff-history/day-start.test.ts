// Days of a filter begin where the reader lives, also when clocks change.
import { expect, test } from 'vitest'
import { dayIn, dayStart, nextDay } from './day-start.ts'

test.each([
  ['2026-11-26', 'UTC', '2026-11-26T00:00:00.000Z'],
  ['2026-11-26', 'Europe/Istanbul', '2026-11-25T21:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-11-26', 'America/New_York', '2026-11-26T05:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, at) => {
  expect(dayStart(day, zone).toISOString()).toBe(at)
})

test('a day ends at midnight there', () => {
  const at = Date.parse('2026-11-26T21:30:00.000Z')
  expect(['UTC', 'Europe/Istanbul', 'America/New_York'].map((zone) => dayIn(zone, at))).toEqual([
    '2026-11-26',
    '2026-11-27',
    '2026-11-26',
  ])
  expect(nextDay('2026-03-01', -1)).toBe('2026-02-28')
})

test('the day after the last of a month is the first of the next', () => {
  expect([nextDay('2026-11-30'), nextDay('2026-12-31')]).toEqual(['2026-12-01', '2027-01-01'])
})
