// The protocol number of the relay hub: a dated line per version, and the oldest one still served.
//
//   1  2026-11  registration, status events, heartbeat, relay and nudge, printer assignments, jobs
//   2  2026-11  pairing codes instead of enrolment keys, proof by challenge on every connection
//
// Agents update by themselves, and some go back: a hub serves agents of the release before and after its own, and agents
// work at both. So within a number no message that exists changes its form (versions.test.ts: every schema is strict, and
// one field more is refused). An event may be new: who does not know it answers UNKNOWN_EVENT, and who asked goes on without.
// Anything else gets a number. A hub speaks to each device as the number in its hello says, down to the oldest one served.

/** What this code speaks. */
export const PROTOCOL_VERSION = 2
/** An agent below this is refused with UPGRADE_REQUIRED and shown in the panel as too old. */
export const OLDEST_PROTOCOL_VERSION = 2
