// What became of labels is written in time: a second later with another commit, before it is read, and at the end.
import { expect, test } from 'vitest'
import type { Operation } from '../../operations.ts'
import { HourCounts } from './hour-counts.ts'

const AT = { wallMs: 3_600_000, runMs: 0 }
const READ: Operation = { kind: 'payload', jobId: 'x' }

test('counts wait for a second and another commit, or for somebody who reads them, and stay until they are written', () => {
  const counts = new HourCounts()
  expect(counts.isDue([], 0)).toBe(false)
  counts.add({ what: [], tookMs: null }, AT, 0)
  expect(counts.isEmpty).toBe(true)
  counts.add({ what: ['accepted'], tookMs: null }, AT, 10)
  counts.add({ what: ['accepted', 'held'], tookMs: null }, AT, 500)
  counts.add({ what: ['printed'], tookMs: 4 }, AT, 900)
  expect([counts.isDue([READ], 1_009), counts.isDue([READ], 1_010)]).toEqual([false, true])
  expect(counts.isDue([READ, { kind: 'hours', fromMs: 0 }], 11)).toBe(true)
  expect([counts.isDue([{ kind: 'close' }], 11), counts.isDue([], 11)]).toEqual([true, true])
  const written: unknown[][] = []
  const write = (): void =>
    counts.write({
      count: (...row) => written.push(row),
      took: (...row) => written.push(row),
      hours: () => ({ counts: [], durations: [] }),
    })
  write()
  write()
  const once = [
    [1, 'accepted', 2],
    [1, 'held', 1],
    [1, 'printed', 1],
    [1, 3, 1],
  ]
  expect(written).toEqual([...once, ...once])
  counts.written()
  expect(counts.isEmpty).toBe(true)
  write()
  expect(written).toHaveLength(8)
})
