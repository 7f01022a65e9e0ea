// The time of this machine, running faster: every timer of the agent fires after a share of its wait.
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'

/** `factor`: 100 makes a minute 0.6 s. Both clocks run alike, so that nothing looks like a jump of the clock. */
export function hastenedClock(factor: number): Clock {
  const wallAtStartMs = Date.now()
  const startMs = performance.now()
  const passedMs = (): number => (performance.now() - startMs) * factor
  return {
    wallMs: () => wallAtStartMs + Math.round(passedMs()),
    monotonicMs: () => startMs + passedMs(),
    after: (delayMs, run) => systemClock.after(delayMs / factor, run),
  }
}

/** Resolves after so long on this clock. */
export async function passes(clock: Clock, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => clock.after(delayMs, resolve))
}
