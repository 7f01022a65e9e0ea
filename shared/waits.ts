// Waits: for work, at most so long; just so long; and before the next try, so that many who failed together do not come
// back together.
import type { Clock } from './clock.ts'

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

/**
 * Half of a bound for certain, the other half by chance. The bound is `firstMs` after the first failure in a row,
 * doubles with each further one, and stays below `lastMs`. `draw`: a random number, at least 0 and below 1.
 */
export function backoffMs(
  failuresInARow: number,
  bounds: { readonly firstMs: number; readonly lastMs: number },
  draw: number,
): number {
  const boundMs = Math.min(bounds.lastMs, bounds.firstMs * 2 ** Math.min(Math.max(failuresInARow - 1, 0), 20))
  return boundMs * (0.5 + draw / 2)
}
