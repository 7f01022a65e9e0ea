// The wait before the next try: doubles, is bounded, and is spread by chance.
import { expect, test } from 'vitest'
import { backoffMs } from './waits.ts'

const BOUNDS = { firstMs: 100, lastMs: 5_000 }

test('the bound doubles with each failure in a row', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, BOUNDS, 0))).toEqual([50, 100, 200, 400])
})

test('half of the bound is left to chance', () => {
  expect(backoffMs(1, BOUNDS, 0.5)).toBe(75)
  expect(backoffMs(1, BOUNDS, 0.999)).toBeLessThan(100)
})

test('no number of failures leads beyond the last bound, none waits as after the first', () => {
  expect(backoffMs(7, BOUNDS, 0)).toBe(2_500)
  expect(backoffMs(1_000_000, BOUNDS, 0)).toBe(2_500)
  expect(backoffMs(0, BOUNDS, 0)).toBe(50)
})
