// The age of a label over restarts and over clocks that jump.
import { describe, expect, test } from 'vitest'
import { CLOCK_JUMP_MS, EXPIRY_MS, jumpMs, leftMs, lifeOf } from './expiry.ts'
import type { TraceStep } from '../store/spool-store.ts'

const MINUTE = 60_000
const T0 = Date.UTC(2026, 10, 20, 9)
const step = (state: TraceStep['state'], atMinutes: number, tookMinutes: number | null): TraceStep => ({
  atMs: T0 + atMinutes * MINUTE,
  state,
  reasons: [],
  bytes: null,
  evidence: null,
  tookMs: tookMinutes === null ? null : tookMinutes * MINUTE,
})
const life = (atMinutes: number, ...steps: TraceStep[]) => {
  const { ageMs, sawJump } = lifeOf(steps, T0 + atMinutes * MINUTE)
  return [ageMs / MINUTE, sawJump]
}

describe('The age of a label after a restart', () => {
  test('is the time since it was accepted, the time without the agent included', () => {
    expect(life(25, step('accepted', 0, null))).toEqual([25, false])
    expect(life(25, step('accepted', 0, null), step('waiting_for_printer', 5, 5))).toEqual([25, false])
    const restarted = step('waiting_for_printer', 10, null)
    expect(life(25, step('accepted', 0, null), step('sending', 5, 5), restarted)).toEqual([25, false])
  })

  test('begins anew when somebody released it', () => {
    expect(life(100, step('held', 0, null), step('accepted', 90, 90))).toEqual([10, false])
    expect(life(100, step('accepted', 0, null), step('expired', 30, 30), step('accepted', 95, 65))).toEqual([
      5,
      false,
    ])
  })

  test('is monotonic where both steps are of one process: a jump forward makes nobody old, and is seen', () => {
    expect(life(602, step('accepted', 0, null), step('waiting_for_printer', 601, 1))).toEqual([2, true])
  })

  test('and so is a jump back', () => {
    expect(life(-599, step('accepted', 0, null), step('waiting_for_printer', -600, 1))).toEqual([2, true])
    expect(life(-10, step('accepted', 0, null))).toEqual([0, true])
    expect(life(-4, step('accepted', 0, null))).toEqual([0, false])
    expect(life(1, step('accepted', 0, null), step('waiting_for_printer', -20, null))).toEqual([21, true])
  })

  test('a second acceptance in a row only carries a reason', () => {
    expect(life(20, step('accepted', 0, null), step('accepted', 10, 10))).toEqual([20, false])
  })

  test('without a trace is not judged', () => {
    expect(life(20)).toEqual([0, true])
  })
})

test('A label has 30 minutes, and no limit once the clock jumped', () => {
  expect(leftMs({ ageMs: 0, sawJump: false })).toBe(EXPIRY_MS)
  expect(leftMs({ ageMs: EXPIRY_MS - 1, sawJump: false })).toBe(1)
  expect(leftMs({ ageMs: EXPIRY_MS, sawJump: false })).toBe(0)
  expect(leftMs({ ageMs: EXPIRY_MS * 100, sawJump: false })).toBe(0)
  expect(leftMs({ ageMs: EXPIRY_MS * 100, sawJump: true })).toBeNull()
})

test.each([
  [0, 0],
  [CLOCK_JUMP_MS, 0],
  [-CLOCK_JUMP_MS, 0],
  [CLOCK_JUMP_MS + 1, CLOCK_JUMP_MS + 1],
  [-CLOCK_JUMP_MS - 1, -CLOCK_JUMP_MS - 1],
  [10 * 365 * 86_400_000, 10 * 365 * 86_400_000],
])('A wall clock that moved by %i ms against the monotonic one jumped by %i', (movedMs, jumped) => {
  const before = { wallMs: T0, monotonicMs: 1_000 }
  expect(jumpMs(before, { wallMs: T0 + 60_000 + movedMs, monotonicMs: 61_000 })).toBe(jumped)
})
