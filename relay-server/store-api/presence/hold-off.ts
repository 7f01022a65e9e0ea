// When the sweeper may judge leases: not before every hub had a full lease period to renew since both ends were back.

export interface HoldOffState {
  /** Monotonic ms since when store API and database are known to be there. */
  readonly backAtMs: number
  /** Monotonic ms of the last look that the database answered. */
  readonly lastLookMs: number
  /** What the database server told of itself then; null before the first look. */
  readonly server: ServerTime | null
  readonly wasAway: boolean
}

/** The database server as a look finds it. */
export interface ServerTime {
  readonly startedAt: string
  /** Its clock, by which leases and graces end. */
  readonly wallMs: number
}

/** A smaller step of its clock ends no lease: of one that is renewed on time so much is left, and more. */
export const CLOCK_STEP_MS = 5_000

export function holdOffAtStart(nowMs: number): HoldOffState {
  return { backAtMs: nowMs, lastLookMs: nowMs, server: null, wasAway: false }
}

/** The database did not answer. */
export function databaseAway(state: HoldOffState): HoldOffState {
  return { ...state, wasAway: true }
}

/**
 * The database answered. It counts as just back after a failed look, after a restart that nobody looked at, when its clock
 * was set, and when this process itself did not run for a lease period: leases then lapsed although hubs renewed them, or
 * because we were not there to renew them.
 */
export function databaseAnswered(
  state: HoldOffState,
  look: { readonly nowMs: number; readonly server: ServerTime; readonly leaseMs: number },
): HoldOffState {
  const passedMs = look.nowMs - state.lastLookMs
  const isBack = state.wasAway || passedMs > look.leaseMs || isAnother(state.server, look.server, passedMs)
  return {
    backAtMs: isBack ? look.nowMs : state.backAtMs,
    lastLookMs: look.nowMs,
    server: look.server,
    wasAway: false,
  }
}

/** It was restarted, or its clock was set. */
function isAnother(before: ServerTime | null, now: ServerTime, passedMs: number): boolean {
  if (before === null) return false
  const steppedMs = now.wallMs - before.wallMs - passedMs
  return before.startedAt !== now.startedAt || Math.abs(steppedMs) > CLOCK_STEP_MS
}

/** True when every hub that lives has had the time to renew. */
export function maySweep(state: HoldOffState, nowMs: number, leaseMs: number): boolean {
  return !state.wasAway && nowMs - state.backAtMs >= leaseMs
}
