// Open or closed at a moment, by hours of a week in a time zone; and what may be written as hours.
import { describe, expect, test } from 'vitest'
import { isOpenAt, minutesToChange, OpenWeek, TimeZone, wallTime } from './opening-hours.ts'
import { weekText } from '../texts/opening-hours-text.ts'

const DAY = [
  { from: '09:00', to: '13:00' },
  { from: '14:00', to: '18:30' },
]
const WEEK: OpenWeek = [DAY, DAY, DAY, DAY, DAY, [{ from: '00:00', to: '24:00' }], []]

describe('A pharmacy in Istanbul', () => {
  test.each([
    ['2026-11-20T05:59:00Z', false, 1],
    ['2026-11-20T06:00:00Z', true, 240],
    ['2026-11-20T10:00:00Z', false, 60],
    ['2026-11-20T15:29:59Z', true, 1],
    ['2026-11-20T15:30:00Z', false, 330],
    ['2026-11-20T21:00:00Z', true, 1_440],
    ['2026-11-22T12:00:00Z', false, 540],
  ])('is open at %s: %s, and that holds for %d minutes', (at, isOpen, minutes) => {
    const time = wallTime('Europe/Istanbul', new Date(at))
    expect([isOpenAt(WEEK, time), minutesToChange(WEEK, time)]).toEqual([isOpen, minutes])
  })
})

test('The clock on the wall goes on with summer time', () => {
  const at = (iso: string) => wallTime('Europe/Berlin', new Date(iso))
  expect(at('2026-03-29T00:59:00Z')).toEqual({ day: 6, minute: 119 })
  expect(at('2026-03-29T01:00:00Z')).toEqual({ day: 6, minute: 180 })
  expect(at('2026-11-20T23:00:00Z')).toEqual({ day: 5, minute: 0 })
})

test.each([
  ['end before they begin', [[{ from: '18:00', to: '09:00' }], [], [], [], [], [], []]],
  ['overlap', [[...DAY, { from: '18:00', to: '20:00' }], [], [], [], [], [], []]],
  ['are of six days', [[], [], [], [], [], []]],
  ['are of no day', [[{ from: '09:00', to: '25:00' }], [], [], [], [], [], []]],
])('Hours that %s are refused', (_what, week) => {
  expect(OpenWeek.safeParse(week).success).toBe(false)
})

test('Hours and time zones that there are, are taken', () => {
  expect([OpenWeek.safeParse(WEEK).success, TimeZone.safeParse('Europe/Istanbul').success]).toEqual([
    true,
    true,
  ])
  expect(TimeZone.safeParse('Europe/Nowhere').success).toBe(false)
})

test('Days with equal hours stand together', () => {
  const words = { closedDay: 'geschlossen', allDay: 'ganztägig' }
  expect(weekText(WEEK, 'de-DE', words)).toBe('Mo–Fr 09:00–13:00, 14:00–18:30; Sa ganztägig; So geschlossen')
})
