// The hub's figures for metrics: counters since the start, and what is there now.

import type { MeshFacts } from './mesh/hub-mesh.ts'

/** Counted by the parts while they work. */
export interface HubCounters {
  relayed: number
  relaysRefused: number
  nudgesAnswered: number
  nudgesUnanswered: number
  sessionsReopened: number
  statusEventsTold: number
  assignmentsSent: number
  assignmentsReceived: number
}

export interface HubFacts extends Readonly<HubCounters> {
  readonly sessions: number
  /** Sockets that have not registered. */
  readonly unproven: number
  /** Upgrades and handshakes refused by admission. */
  readonly admissionsRefused: number
  /** Sessions with two or more heartbeats unanswered in a row. */
  readonly silentSessions: number
  /** False while the hub's lease is not known to be in force: status events wait. */
  readonly leaseHeld: boolean
  /** Null when this hub knows of no others. */
  readonly mesh: MeshFacts | null
}

export function newCounters(): HubCounters {
  return {
    relayed: 0,
    relaysRefused: 0,
    nudgesAnswered: 0,
    nudgesUnanswered: 0,
    sessionsReopened: 0,
    statusEventsTold: 0,
    assignmentsSent: 0,
    assignmentsReceived: 0,
  }
}
