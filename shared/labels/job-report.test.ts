// Counters of several hours come together, and durations tell what most labels stayed within.
import { describe, expect, test } from 'vitest'
import { NO_JOBS, percentileMs, sumOfCounts } from './job-report.ts'

test('counters of several hours are added, each on its own', () => {
  const sum = sumOfCounts([
    { ...NO_JOBS, accepted: 3, printed: 2 },
    { ...NO_JOBS, accepted: 4, unknown: 1 },
  ])
  expect(sum).toEqual({ ...NO_JOBS, accepted: 7, printed: 2, unknown: 1 })
  expect(NO_JOBS.accepted).toBe(0)
})

describe('durations', () => {
  test.for([
    [50, 20],
    [98, 20],
    [99, 500],
    [100, 500],
  ])('%i per cent stayed within %i ms, in whatever order they come', ([percent = 0, ms]) => {
    const took = [
      { ms: 500, count: 2 },
      { ms: 10, count: 48 },
      { ms: 20, count: 50 },
    ]
    expect(percentileMs(took, percent)).toBe(ms)
  })

  test('tell nothing when there are none', () => {
    expect(percentileMs([], 50)).toBeNull()
    expect(percentileMs([{ ms: 10, count: 0 }], 99)).toBeNull()
  })
})
