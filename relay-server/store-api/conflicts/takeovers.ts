// Whether two starts of the agent take the connection from each other again and again: copies of one installation. Pure.

/** A session that was opened. */
export interface Opening {
  /** One start of the agent; a reconnect has the same one. */
  readonly bootId: string
  readonly ageMs: number
}

/** So many takeovers within `TAKEOVER_WINDOW_MS`; a restart or a new installation makes one. */
export const MIN_TAKEOVERS = 4
export const TAKEOVER_WINDOW_MS = 60_000
/** Openings that have to be looked at, the newest ones: reconnects in between count for nothing. */
export const MAX_OPENINGS = 16

/**
 * The start that takes turns with the newest one, or null. `openings`: of one computer, the oldest first. A third start
 * among them ends the run: an agent that crashes and starts again is no copy.
 */
export function takesTurnsWith(openings: readonly Opening[]): string | null {
  const newest = openings.at(-1)?.bootId
  let other: string | null = null
  let takeovers = 0
  for (let index = openings.length - 1; index > 0; index -= 1) {
    const [before, taker] = [openings[index - 1], openings[index]]
    if (before === undefined || taker === undefined || taker.ageMs > TAKEOVER_WINDOW_MS) return null
    if (before.bootId === taker.bootId) continue
    if (before.bootId !== newest) other ??= before.bootId
    if (before.bootId !== newest && before.bootId !== other) return null
    takeovers += 1
    if (takeovers >= MIN_TAKEOVERS) return other
  }
  return null
}
