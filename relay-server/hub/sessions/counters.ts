// What the parts of a hub count while they work, since its start.

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
