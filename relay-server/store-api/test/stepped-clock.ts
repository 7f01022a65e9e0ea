// A clock that tests step: timers run when their time has come, in order.
import type { Clock } from '../clock.ts'

export interface SteppedClock extends Clock {
  step(ms: number): void
}

export function steppedClock(wallMs = Date.now()): SteppedClock {
  let nowMs = 0
  let timers: { readonly dueMs: number; readonly run: () => void }[] = []
  return {
    monotonicMs: () => nowMs,
    wallMs: () => wallMs + nowMs,
    after: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    step: (ms) => {
      nowMs += ms
      const due = timers.filter((timer) => timer.dueMs <= nowMs).toSorted((a, b) => a.dueMs - b.dueMs)
      timers = timers.filter((timer) => timer.dueMs > nowMs)
      for (const timer of due) timer.run()
    },
  }
}
