// Time as the hub sees it: a monotonic clock, timers that can be cancelled, and the wall clock for what people read.

export interface Clock {
  /** Monotonic, in ms; only differences mean something. */
  now(): number
  /** UTC, ISO 8601 with milliseconds. Shown to people, never compared. */
  instant(): string
  /** Calls `fire` once after `delayMs`; the answer cancels it and may be called any number of times. */
  setTimer(delayMs: number, fire: () => void): () => void
}

/** The real time of this machine. */
export function systemClock(): Clock {
  return {
    now: () => performance.now(),
    instant: () => new Date().toISOString(),
    setTimer: (delayMs, fire) => {
      const timer = setTimeout(fire, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

/** Waits for `work`, at most `limitMs`. Never throws: false when the time ran out or the work failed. */
export async function finishesWithin(
  clock: Clock,
  limitMs: number,
  work: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.setTimer(limitMs, () => resolve(false))
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
  await new Promise<void>((resolve) => void clock.setTimer(delayMs, resolve))
}
