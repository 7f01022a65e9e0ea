// Waits on a clock: for work, at most so long; or just so long.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'

/** Waits for `work`, at most `limitMs`. Never throws: false when the time ran out or the work failed. */
export async function finishesWithin(
  clock: Clock,
  limitMs: number,
  work: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, () => resolve(false))
    const settle = (finished: boolean) => {
      cancel()
      resolve(finished)
    }
    work.then(
      () => settle(true),
      () => settle(false),
    )
  })
}

/** Waits `delayMs`. */
export async function pause(clock: Clock, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => void clock.after(delayMs, resolve))
}
