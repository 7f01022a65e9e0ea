// When to try the hub again: a pure function of what happened, so that ten thousand agents never come back at once.

/** What ended the last try or connection. */
export type Situation =
  /** A registered connection was lost. `failures`: tries without success since the last stable connection. */
  | { readonly kind: 'lost'; readonly failures: number }
  /** A try did not succeed, or the hub asked to try again. `inHurry`: a stable connection was lost a moment ago. */
  | { readonly kind: 'failed'; readonly failures: number; readonly inHurry: boolean }
  /** The hub announced a restart; both times count from now. */
  | { readonly kind: 'restarting'; readonly afterMs: number; readonly windowMs: number }
  /** HTTP 429 or 503 with Retry-After. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  /** Another computer uses the same identity. */
  | { readonly kind: 'conflict'; readonly retryAfterMs: number }
  /** An Admin has not approved this computer yet. */
  | { readonly kind: 'unapproved' }
  /** An Admin withdrew its access, which he may take back at once: it was the wrong computer. */
  | { readonly kind: 'withdrawn'; readonly failures: number }
  /** The hub will say no again until somebody changes something. */
  | { readonly kind: 'refused' }

/** A connection that lasted this long clears the count of failures. */
export const STABLE_MS = 60_000
/** Longest wait that a hub may ask for. */
export const LONGEST_ASKED_WAIT_MS = 3_600_000

const FIRST_SPREAD_MS = 10_000
const LONGEST_SPREAD_MS = 60_000
const LONGEST_HURRIED_MS = 8_000
const UNAPPROVED_FROM_MS = 20_000
const UNAPPROVED_SPREAD_MS = 10_000
/** For some five minutes; then as any that is refused. */
const WITHDRAWN = { fromMs: 7_000, spreadMs: 3_000, tries: 30 }
const REFUSED_FROM_MS = 10 * 60_000
const REFUSED_SPREAD_MS = 10 * 60_000

/** Milliseconds until the next try. `draw` is a random number, at least 0 and below 1. */
export function reconnectDelayMs(situation: Situation, draw: number): number {
  switch (situation.kind) {
    case 'lost':
      return draw * Math.max(FIRST_SPREAD_MS, spreadOfTryMs(situation.failures))
    case 'failed':
      return (
        draw * Math.min(spreadOfTryMs(situation.failures), situation.inHurry ? LONGEST_HURRIED_MS : Infinity)
      )
    case 'restarting':
      return situation.afterMs + draw * situation.windowMs
    case 'busy':
      return askedWaitMs(situation.retryAfterMs) + draw * FIRST_SPREAD_MS
    case 'conflict':
      return askedWaitMs(situation.retryAfterMs)
    case 'unapproved':
      return UNAPPROVED_FROM_MS + draw * UNAPPROVED_SPREAD_MS
    case 'withdrawn':
      return situation.failures > WITHDRAWN.tries
        ? refusedDelayMs(draw)
        : WITHDRAWN.fromMs + draw * WITHDRAWN.spreadMs
    case 'refused':
      return refusedDelayMs(draw)
    default:
      return situation satisfies never
  }
}

const refusedDelayMs = (draw: number): number => REFUSED_FROM_MS + draw * REFUSED_SPREAD_MS

function spreadOfTryMs(failures: number): number {
  return Math.min(LONGEST_SPREAD_MS, 1_000 * 2 ** Math.min(failures, 16))
}

function askedWaitMs(retryAfterMs: number): number {
  return Math.min(Math.max(0, retryAfterMs), LONGEST_ASKED_WAIT_MS)
}
