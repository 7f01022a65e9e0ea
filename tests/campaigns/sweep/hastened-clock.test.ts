// Time that runs faster than the machine's, and stands still with it.
import { expect, test } from 'vitest'
import { hastenedClock, passes } from './hastened-clock.ts'

test('a wait takes a hundredth, and both clocks agree that it took all of it', async () => {
  const clock = hastenedClock(100)
  const before = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
  const startedAt = performance.now()
  await passes(clock, 10_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(clock.monotonicMs() - before.monotonicMs).toBeGreaterThanOrEqual(10_000)
  const apart = clock.wallMs() - before.wallMs - (clock.monotonicMs() - before.monotonicMs)
  expect(Math.abs(apart)).toBeLessThan(1_000)
})

test('a machine that stands still for half a second does not run a limit of 30 s out', async () => {
  const clock = hastenedClock(100)
  let isOver = false
  clock.after(30_000, () => (isOver = true))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await passes(clock, 1_000)
  expect(isOver).toBe(false)
  await passes(clock, 40_000)
  expect(isOver).toBe(true)
})

test('what was taken back does not come', async () => {
  const clock = hastenedClock(100)
  let count = 0
  clock.after(1_000, () => (count += 1))()
  await passes(clock, 3_000)
  expect(count).toBe(0)
})
