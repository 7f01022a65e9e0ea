// How long a printer is left alone until it is asked again: a minute, and ever longer when asking does it no good.
//
// Polling has made printers half a minute slower (lprint #157), and one that is silent has other troubles.

/** What a question came to: how long the printer took in ms, `silent`, or `not asked` where a label had it. */
export type PollOutcome = number | 'silent' | 'not asked'

export interface PollState {
  /** As it answers when all is well, in ms; null before the first answer. */
  readonly usualMs: number | null
  /** Questions in a row that were not answered, or far too late. */
  readonly strikes: number
}

export const BEFORE_FIRST_POLL: PollState = { usualMs: null, strikes: 0 }
export const POLL_MS = { first: 60_000, last: 600_000 }
/** Slower than usual by this factor, and by more than chance on a network, is slower. */
const SLOWER = { factor: 3, leastMs: 500 }
/** How much of the newest answer goes into what is usual. */
const SHARE = 0.2

export function afterPoll(state: PollState, outcome: PollOutcome): PollState {
  if (outcome === 'not asked') return state
  if (outcome === 'silent') return { ...state, strikes: state.strikes + 1 }
  const usualMs = state.usualMs ?? Math.min(outcome, SLOWER.leastMs)
  const isSlower = outcome > Math.max(usualMs * SLOWER.factor, SLOWER.leastMs)
  // A slow answer changes nothing, or what is slow would become usual.
  return isSlower
    ? { usualMs, strikes: state.strikes + 1 }
    : { usualMs: usualMs + (outcome - usualMs) * SHARE, strikes: 0 }
}

/** From 60 s to 10 min. */
export function pollDelayMs({ strikes }: PollState): number {
  return Math.min(POLL_MS.last, POLL_MS.first * 2 ** Math.min(strikes, 10))
}
