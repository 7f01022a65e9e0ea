// The protocol number of the relay hub: a dated line per version, and the oldest one still served.
//
//   1  2026-11  pairing and proof, registration, heartbeat, relay and nudge, assignments, requests of staff, reports
//
// A number is for a change of meaning. A new field, a new value or a new event needs none: who does not know a field leaves it
// out, takes a value for its arm (wire.ts), and answers an event with UNKNOWN_EVENT.

/** What this code speaks. */
export const PROTOCOL_VERSION = 1
/** An agent below this is refused with UPGRADE_REQUIRED and shown in the panel as too old. */
export const OLDEST_PROTOCOL_VERSION = 1

/** Of the hubs that services connect to: the store hub and the identity hub. 1, 2026-11: what their contracts hold. */
export const SERVICE_HUB_VERSION = 1
/** A service below this is refused in the handshake with UPGRADE_REQUIRED. */
export const OLDEST_SERVICE_HUB_VERSION = 1
