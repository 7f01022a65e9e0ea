// How often a hub asks a device whether it is there: what else counts in heartbeats is computed from here.

/** Mean time between two, by how much chance moves each, and how long the answer may take, in ms. */
export const HEARTBEAT_MS = 30_000
export const HEARTBEAT_JITTER_MS = 3_000
export const HEARTBEAT_ANSWER_MS = 5_000
/** The word of a device counts for as long, in ms: one heartbeat may be missed. */
export const HEARD_WITHIN_MS = 2 * HEARTBEAT_MS
/** A device that hangs is shown as not answering after so many ms at most: the second of two unanswered ones says so. */
export const UNANSWERED_WITHIN_MS = 2 * (HEARTBEAT_MS + HEARTBEAT_JITTER_MS) + HEARTBEAT_ANSWER_MS
