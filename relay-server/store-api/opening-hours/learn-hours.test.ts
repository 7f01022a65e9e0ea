// What is learnt from the days on which computers were online, and from how many of them.
import { expect, test } from 'vitest'
import { learntWeek, type OnlineHistory } from './learn-hours.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday, midnight in Istanbul. */
const MONDAY = Date.parse('2026-10-25T21:00:00Z')
const nowMs = MONDAY + 28 * DAY
const rules = { timeZone: 'Europe/Istanbul', nowMs }

/** Online each weekday at these hours of the wall clock, over `days` days before now; `left` are left out, 0 is the first. */
function shopHours(
  fromHour: number,
  toHour: number,
  { days = 28, left = [] as readonly number[] } = {},
): OnlineHistory {
  const firstMs = nowMs - days * DAY
  const online = Array.from({ length: days }, (_, day) => day)
    .filter((day) => (28 - days + day) % 7 < 5 && !left.includes(day))
    .map((day) => ({
      fromMs: firstMs + day * DAY + fromHour * HOUR,
      toMs: firstMs + day * DAY + toHour * HOUR,
    }))
  return { knownSinceMs: firstMs, online }
}

const NINE_TO_SIX = [{ from: '09:00', to: '18:00' }]
const LEARNT = [NINE_TO_SIX, NINE_TO_SIX, NINE_TO_SIX, NINE_TO_SIX, NINE_TO_SIX, [], []]
const always: OnlineHistory = { knownSinceMs: MONDAY, online: [{ fromMs: MONDAY, toMs: nowMs }] }
const dead: OnlineHistory = { knownSinceMs: MONDAY, online: [] }

test.each<[string, readonly OnlineHistory[], unknown]>([
  ['one computer', [shopHours(9, 18)], LEARNT],
  ['one that was switched on some minutes late', [shopHours(9.1, 18.2)], LEARNT],
  ['a holiday on one Monday', [shopHours(9, 18, { left: [7] })], LEARNT],
  ['two computers and one that is on all the time', [shopHours(9, 18), shopHours(9, 18), always], LEARNT],
  ['one that was never on', [shopHours(9, 18), dead, dead], LEARNT],
  ['two weeks', [shopHours(9, 18, { days: 14 })], LEARNT],
  ['13 days', [shopHours(9, 18, { days: 13 })], null],
  ['computers that are on all the time', [always], Array(7).fill([{ from: '00:00', to: '24:00' }])],
  ['computers that were never on', [dead], null],
  ['none', [], null],
])('from %s', (_what, computers, week) => {
  expect(learntWeek(computers, rules)).toEqual(week)
})

test('of a day with many breaks the longest ones stay', () => {
  const parts = [
    [8, 9],
    [9.5, 11],
    [11.5, 13],
    [15, 18],
    [20, 21],
  ].map(([from = 0, to = 0]) => shopHours(from, to))
  const online = parts.flatMap((part) => part.online).toSorted((a, b) => a.fromMs - b.fromMs)
  const [monday] = learntWeek([{ knownSinceMs: MONDAY, online }], rules) ?? []
  expect(monday).toEqual([
    { from: '08:00', to: '13:00' },
    { from: '15:00', to: '18:00' },
    { from: '20:00', to: '21:00' },
  ])
})
