// The week of the overview: as wide as a week, whatever of it was counted.
import { DASHBOARD_HOURS } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { expect, test } from 'vitest'
import { weekHours } from './week-hours.ts'

const HOUR = { online: 5, fewestOnline: 4, computers: 5, labels: 3, labelProblems: 0 }

test('One hour that was counted stands at the end of a week of which nothing else is known', () => {
  const hour = { ...HOUR, hour: '2026-11-20T12:00:00.000Z' }
  const week = weekHours({ hours: [hour], asOf: '2026-11-20T12:40:00.000Z' })
  expect(week).toHaveLength(DASHBOARD_HOURS)
  expect(week.at(-1)).toEqual({ hour: hour.hour, counted: hour })
  expect(week.slice(0, -1).every(({ counted }) => counted === null)).toBe(true)
  expect(week[0]?.hour).toBe('2026-11-13T13:00:00.000Z')
})

test('An hour that nobody counted leaves a gap, and what is older than the week is left out', () => {
  const hours = ['2026-11-01T00:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T11:00:00.000Z'].map(
    (hour) => ({ ...HOUR, hour }),
  )
  const week = weekHours({ hours, asOf: '2026-11-20T12:00:00.000Z' })
  expect(week.slice(-4).map(({ counted }) => counted?.online ?? null)).toEqual([5, null, 5, null])
  expect(week.filter(({ counted }) => counted !== null)).toHaveLength(2)
})
