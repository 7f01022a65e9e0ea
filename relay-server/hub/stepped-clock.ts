// For tests: a clock that stands still until it is told to advance.
import type { Clock } from './clock.ts'

export interface SteppedClock extends Clock {
  /** Moves time on; timers that fall due fire in their order, with the clock at their time. */
  advance(ms: number): void
  /** Timers that have neither fired nor been cancelled. */
  pending(): number
}

export function createSteppedClock(): SteppedClock {
  let nowMs = 0
  const timers = new Set<{ readonly dueMs: number; readonly fire: () => void }>()
  const nextDue = (untilMs: number) =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]
  return {
    now: () => nowMs,
    instant: () => new Date(Date.UTC(2026, 0, 1) + nowMs).toISOString(),
    setTimer: (delayMs, fire) => {
      const timer = { dueMs: nowMs + delayMs, fire }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pending: () => timers.size,
    advance: (ms) => {
      const untilMs = nowMs + ms
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        timers.delete(due)
        nowMs = Math.max(nowMs, due.dueMs)
        due.fire()
      }
      nowMs = untilMs
    },
  }
}
