// Time as parts see it, handed in so that tests step it.

/** Takes a timer back; may be called any number of times, also after it ran. */
export type Cancel = () => void

export interface Clock {
  /** Unix time in milliseconds, for showing, sending and the end of tokens; it may jump. */
  wallMs(): number
  /** Milliseconds since some fixed moment, for measuring and limits; it never jumps. */
  monotonicMs(): number
  /** Calls `run` once after `delayMs`, unless cancelled. */
  after(delayMs: number, run: () => void): Cancel
}

/** The real time of this machine. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The wire form of a moment: ISO 8601 UTC with milliseconds. */
export function instant(wallMs: number): string {
  return new Date(wallMs).toISOString()
}
