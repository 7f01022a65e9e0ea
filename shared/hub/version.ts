// The protocol number of the relay hub: a dated line per version, and the oldest one still served.
//
//   1  2026-11  registration, status events, heartbeat, relay and nudge, printer assignments, jobs
//   2  2026-11  pairing codes instead of enrolment keys, proof by challenge on every connection

/** What this code speaks. */
export const PROTOCOL_VERSION = 2
/** An agent below this is refused with UPGRADE_REQUIRED and shown in the panel as too old. */
export const OLDEST_PROTOCOL_VERSION = 2
