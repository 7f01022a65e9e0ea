// The time of this machine, running faster: every timer of the agent fires after a share of its wait.
//
// While the machine stands still, this time does too. A hundredth of a second counts as one here, so that a pause which
// nobody would notice would run a printer's limits out, and the sweep would measure the load of the computer.
import { systemClock, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'

const PULSE_MS = 2
/** Of a longer pause only so much counts. */
const MOST_AT_ONCE_MS = 25

/** `factor`: 100 makes a minute 0.6 s. Both its clocks run alike, so that nothing looks like a jump of the clock. */
export function hastenedClock(factor: number): Clock {
  const wallAtStartMs = Date.now()
  let [countedMs, pulseAtMs] = [0, performance.now()]
  const passedMs = (): number => countedMs + Math.min(performance.now() - pulseAtMs, MOST_AT_ONCE_MS)
  const pulse = setInterval(() => {
    countedMs = passedMs()
    pulseAtMs = performance.now()
  }, PULSE_MS)
  pulse.unref()
  return {
    wallMs: () => wallAtStartMs + Math.round(passedMs() * factor),
    monotonicMs: () => passedMs() * factor,
    after: (delayMs, run) => {
      const dueMs = passedMs() + delayMs / factor
      let cancel: Cancel = () => undefined
      const wait = (): void => {
        const leftMs = dueMs - passedMs()
        if (leftMs <= 0) run()
        else cancel = systemClock.after(Math.ceil(leftMs), wait)
      }
      cancel = systemClock.after(Math.ceil(delayMs / factor), wait)
      return () => cancel()
    },
  }
}

/** Resolves after so long on this clock. */
export async function passes(clock: Clock, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => clock.after(delayMs, resolve))
}
