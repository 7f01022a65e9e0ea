// Time as the store API's parts see it, handed in so that tests step it. Facts in the database use relay_now() instead.

export interface Clock {
  /** Milliseconds since some fixed moment; never jumps. */
  monotonicMs(): number
  /** Unix time in ms, only to compare with a token's end. */
  wallMs(): number
  /** Calls `run` once after `delayMs`, unless cancelled. */
  after(delayMs: number, run: () => void): () => void
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
