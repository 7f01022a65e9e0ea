// When the sweeper may judge leases: not before every hub had a full lease period to renew since both ends were back.

export interface HoldOffState {
  /** Monotonic ms since when store API and database are known to be there. */
  readonly backAtMs: number
  /** Monotonic ms of the last look that the database answered. */
  readonly lastLookMs: number
  /** When the database server said it started; null before the first look. */
  readonly serverStartedAt: string | null
  readonly wasAway: boolean
}

export function holdOffAtStart(nowMs: number): HoldOffState {
  return { backAtMs: nowMs, lastLookMs: nowMs, serverStartedAt: null, wasAway: false }
}

/** The database did not answer. */
export function databaseAway(state: HoldOffState): HoldOffState {
  return { ...state, wasAway: true }
}

/**
 * The database answered. It counts as just back after a failed look, after a restart that nobody looked at, and when
 * this process itself did not run for a lease period: leases then lapsed because we were not there to renew them.
 */
export function databaseAnswered(
  state: HoldOffState,
  look: { readonly nowMs: number; readonly serverStartedAt: string; readonly leaseMs: number },
): HoldOffState {
  const restarted = state.serverStartedAt !== null && state.serverStartedAt !== look.serverStartedAt
  const slept = look.nowMs - state.lastLookMs > look.leaseMs
  const isBack = state.wasAway || restarted || slept
  return {
    backAtMs: isBack ? look.nowMs : state.backAtMs,
    lastLookMs: look.nowMs,
    serverStartedAt: look.serverStartedAt,
    wasAway: false,
  }
}

/** True when every hub that lives has had the time to renew. */
export function maySweep(state: HoldOffState, nowMs: number, leaseMs: number): boolean {
  return !state.wasAway && nowMs - state.backAtMs >= leaseMs
}
