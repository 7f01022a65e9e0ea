// Time as the agent's parts see it, handed in so that tests can step it.

export type Cancel = () => void

export interface Clock {
  /** Unix time in milliseconds, for showing and sending; it may jump. */
  wallMs(): number
  /** Milliseconds since some fixed moment, for measuring; it never jumps. */
  monotonicMs(): number
  /** Calls `run` once after `delayMs`, unless cancelled. */
  after(delayMs: number, run: () => void): Cancel
}

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
