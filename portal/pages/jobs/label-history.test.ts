// Labels over time: hours and days without any stand there, too, and a day is one of the reader's calendar.
import type { LabelHour } from '@pharmacy-relay/shared/labels/job-counters.ts'
import { describe, expect, test } from 'vitest'
import { lastDay, lastDays } from './label-history.ts'

function hour(at: string, accepted = 1, changes: Partial<LabelHour> = {}): LabelHour {
  return { hour: at, accepted, trouble: 0, p50Ms: null, ...changes }
}

function dayIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  return (atMs: number) => format.format(atMs)
}

describe('the last 24 hours', () => {
  test('end with the hour that has begun, and name each', () => {
    const now = new Date('2026-11-20T12:30:00Z')
    const spans = lastDay([hour('2026-11-20T12:00:00.000Z', 5), hour('2026-11-19T13:00:00.000Z', 7)], now)
    expect(spans).toHaveLength(24)
    expect([spans[0]?.accepted, spans.at(-1)?.accepted]).toEqual([7, 5])
    expect(spans.slice(1, -1).every(({ accepted }) => accepted === 0)).toBe(true)
  })

  test('leave out what is older', () => {
    const spans = lastDay([hour('2026-11-19T12:00:00.000Z', 7)], new Date('2026-11-20T12:30:00Z'))
    expect(spans.every(({ accepted }) => accepted === 0)).toBe(true)
  })
})

describe('the last 30 days', () => {
  test('are days of the calendar of that place, today included', () => {
    const now = new Date('2026-11-20T23:30:00Z')
    const hours = [hour('2026-11-20T22:00:00.000Z', 2), hour('2026-11-20T23:00:00.000Z', 3)]
    const utc = lastDays(hours, now, dayIn('UTC'))
    const istanbul = lastDays(hours, now, dayIn('Europe/Istanbul'))
    expect([utc.length, istanbul.length]).toEqual([30, 30])
    // In Istanbul both hours are after midnight.
    expect(utc.at(-1)?.accepted).toBe(5)
    expect(istanbul.at(-1)?.accepted).toBe(5)
    expect(dayIn('Europe/Istanbul')(istanbul.at(-1)?.atMs ?? 0)).toBe('2026-11-21')
  })

  test('are 30 also where a day among them has 25 hours', () => {
    const spans = lastDays([], new Date('2026-11-10T00:30:00Z'), dayIn('Europe/Berlin'))
    expect(new Set(spans.map(({ atMs }) => dayIn('Europe/Berlin')(atMs))).size).toBe(30)
  })

  test('add up trouble, and take the median of hours as often as they have labels', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const hours = [
      hour('2026-11-20T08:00:00.000Z', 1, { p50Ms: 900, trouble: 1 }),
      hour('2026-11-20T09:00:00.000Z', 9, { p50Ms: 100, trouble: 2 }),
    ]
    expect(lastDays(hours, now, dayIn('UTC')).at(-1)).toMatchObject({ trouble: 3, p50Ms: 100 })
  })
})
