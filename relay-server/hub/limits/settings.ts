// Every number of the hub with its unit and its default.
import {
  HEARTBEAT_ANSWER_MS,
  HEARTBEAT_JITTER_MS,
  HEARTBEAT_MS,
} from '@pharmacy-relay/shared/hub/heartbeat.ts'

export interface HubSettings {
  /** Sockets of one address that have not registered yet. */
  readonly maxUnprovenPerAddress: number
  /** The same of one IPv6 /56. */
  readonly maxUnprovenPerNetwork: number
  /** Sockets of all addresses that have not registered yet; of more than that whoever has the most loses its oldest. */
  readonly maxUnproven: number
  /** Sessions of this hub; the registry's lease cannot name more than 20,000. */
  readonly maxSessions: number
  /** Connects admitted per second; as many at once after a quiet second. */
  readonly admissionsPerSecond: number
  /** A socket that has not asked to register by then is closed. */
  readonly registerWithinMs: number
  /** Mean time between two heartbeats of a session; each is up to `heartbeatJitterMs` earlier or later. */
  readonly heartbeatMs: number
  readonly heartbeatJitterMs: number
  /** The first heartbeat comes within this time after the registration, so that the panel has a latency soon. */
  readonly firstHeartbeatWithinMs: number
  /** A nudge without an answer by then is unanswered. */
  readonly nudgeTimeoutMs: number
  /** A device whose connection takes nothing for so long, while something waits for it, is closed. */
  readonly drainWithinMs: number
  /** What one device may send to its peers, messages and nudges together; beyond either RATE_LIMITED. */
  readonly relayMessagesPerSecond: number
  readonly relayBytesPerSecond: number
  /** How long RATE_LIMITED goes on: a device has at most `maxRelaysPerPair` messages behind a refused one on the way. */
  readonly relayPauseMs: number
  /** Relayed messages from one device that one other's connection has not taken yet; beyond it QUEUE_FULL. */
  readonly maxRelaysPerPair: number
  /** Bytes of relayed messages from all devices that one connection has not taken yet; beyond it QUEUE_FULL. */
  readonly maxRelayedBytesPerTarget: number
  /** Bytes of messages and nudges that other hubs have not answered yet, in all and of one pharmacy; beyond it QUEUE_FULL. */
  readonly maxRemoteBytes: number
  readonly maxRemoteBytesPerPharmacy: number
  /** A hub with an older session of a device lets go of it within this time, or is taken to hang. */
  readonly claimTimeoutMs: number
  /** Reports of one device; as many at once after a quiet second. Beyond it RATE_LIMITED. */
  readonly reportsPerSecond: number
  /** Whatever one device sends, refused or not: twice what it may relay, and more. Beyond it its connection ends. */
  readonly framesPerSecond: number
  /** Events of one device that the contract does not know, or not in this form; beyond it its connection ends. */
  readonly faultsPerSecond: number
  /** Nudges of peers under way to one device; beyond it QUEUE_FULL. */
  readonly maxNudgesPerTarget: number
  /** An assignment without an answer by then was not received. */
  readonly assignmentTimeoutMs: number
  /** What staff ask of a device has the deadline of its request, and this at most. */
  readonly longestRequestMs: number
  /** Such requests under way to one device; beyond it QUEUE_FULL. */
  readonly maxRequestsPerDevice: number
  readonly leaseMs: number
  /** A lease with the list of sessions at least this often. */
  readonly reconcileMs: number
  /** A renewal later than this counts as a lapse; below the registry's own 15 s. */
  readonly lapseMs: number
  /** Sessions re-opened at the same time after a lapse. */
  readonly maxReopening: number
  /** How long a registration waits for the hub's first lease, and a clean goodbye for its row. */
  readonly firstLeaseWaitMs: number
  readonly goodbyeWaitMs: number
  /** Over how long a hub that stops closes many sockets: where other hubs take its devices, and where none is known. */
  readonly drainMs: number
  readonly drainAloneMs: number
  /** How long a device that is about to be closed keeps its connection for outcomes under way. */
  readonly drainOutcomesMs: number
  /** Time for the registry to hear of all that were closed. */
  readonly drainFlushMs: number
}

export const DEFAULT_HUB_SETTINGS: HubSettings = {
  maxUnprovenPerAddress: 20,
  maxUnprovenPerNetwork: 80,
  maxUnproven: 2_000,
  maxSessions: 20_000,
  admissionsPerSecond: 800,
  registerWithinMs: 5_000,
  heartbeatMs: HEARTBEAT_MS,
  heartbeatJitterMs: HEARTBEAT_JITTER_MS,
  firstHeartbeatWithinMs: 3_000,
  nudgeTimeoutMs: HEARTBEAT_ANSWER_MS,
  drainWithinMs: 5_000,
  relayMessagesPerSecond: 4_000,
  relayBytesPerSecond: 16_777_216,
  relayPauseMs: 100,
  maxRelaysPerPair: 8,
  maxRelayedBytesPerTarget: 8_388_608,
  maxRemoteBytes: 67_108_864,
  maxRemoteBytesPerPharmacy: 4_194_304,
  claimTimeoutMs: 250,
  reportsPerSecond: 10,
  framesPerSecond: 12_000,
  faultsPerSecond: 10,
  maxNudgesPerTarget: 8,
  assignmentTimeoutMs: 8_000,
  longestRequestMs: 10_000,
  maxRequestsPerDevice: 4,
  leaseMs: 5_000,
  reconcileMs: 30_000,
  lapseMs: 12_000,
  maxReopening: 500,
  firstLeaseWaitMs: 5_000,
  goodbyeWaitMs: 2_000,
  drainMs: 30_000,
  drainAloneMs: 800,
  drainOutcomesMs: 10_000,
  drainFlushMs: 1_000,
}
