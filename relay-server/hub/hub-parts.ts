// What a hub is made of, wired once: admission, sessions, heartbeats, relay, status events and lease.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { Admission } from './admission.ts'
import { Assignments } from './assignments.ts'
import { newCounters } from './facts.ts'
import { Heartbeats } from './heartbeat.ts'
import { KnownDevices } from './known-devices.ts'
import { LeaseLoop } from './lease-loop.ts'
import { LocalPeers } from './local-peers.ts'
import type { HubMesh } from './mesh/hub-mesh.ts'
import { PeerRelay } from './peer-relay.ts'
import type { Random } from './random.ts'
import { RegistrationDeadlines } from './registration-deadline.ts'
import { Registrations } from './registration.ts'
import type { Registry } from './registry.ts'
import { reopenMissing } from './reopening.ts'
import { SessionTable } from './session-table.ts'
import type { Session } from './session.ts'
import type { HubSettings } from './settings.ts'
import { StaffRequests } from './staff-requests.ts'
import { StatusEvents } from './status-events.ts'

export interface RelayHubParts {
  /** Stays the caller's: the hub neither listens on it nor closes it. */
  readonly server: HttpServer
  readonly registry: Registry
  readonly settings: HubSettings
  /** Who opens a connection: the socket's address, or the one that a TLS terminator in front vouches for. */
  readonly clientAddress: (request: IncomingMessage) => string
  /** Whether devices reach this hub by that host, with its port where it is not the scheme's own. */
  readonly isKnownAs: (audience: string) => boolean
  readonly clock: Clock
  readonly logger: Logger
  readonly random: Random
  /** The way to the other hubs; left out when this is the only one. */
  readonly mesh?: HubMesh
}

export type HubParts = ReturnType<typeof assemble>

export function assemble(parts: RelayHubParts) {
  const memory = memoryOf(parts)
  const told = { ...memory, ...tellers(memory) }
  const { lease, registrations } = sessionKeepers(told)
  const local = new LocalPeers(told)
  return { ...told, lease, registrations, local, relay: new PeerRelay({ ...told, local }) }
}

/** What the hub remembers, and who may come in. */
function memoryOf(parts: RelayHubParts) {
  const { settings, clock } = parts
  const mesh = parts.mesh ?? null
  const table: SessionTable = new SessionTable(({ customerId, deviceKey }) =>
    mesh?.holds({ customerId, deviceKey }, table.peer(customerId, deviceKey)?.opened?.connSeq ?? null),
  )
  return {
    ...{ ...parts, mesh, table, counters: newCounters(), known: new KnownDevices() },
    /** Every connected socket by its session, registered or not. */
    connected: new Map<string, Session>(),
    admission: new Admission({ ...parts, sessionCount: () => table.size }),
    deadlines: new RegistrationDeadlines({ clock, withinMs: settings.registerWithinMs }),
  }
}

/** What goes out to devices by itself or for staff. */
function tellers(parts: ReturnType<typeof memoryOf>) {
  const assignments = new Assignments(parts)
  const holds: Assignments['holds'] = (session, holding) => assignments.holds(session, holding)
  return {
    assignments,
    statusEvents: new StatusEvents(parts),
    staffRequests: new StaffRequests(parts),
    heartbeats: new Heartbeats({ ...parts, holds }),
  }
}

/** How sessions begin, end, and stay in the registry. */
function sessionKeepers(parts: ReturnType<typeof memoryOf> & ReturnType<typeof tellers>) {
  const { admission, known, heartbeats, assignments, statusEvents, settings } = parts
  const lease = new LeaseLoop({
    ...parts,
    reopen: async (missing) => reopenMissing({ ...parts, maxReopening: settings.maxReopening }, missing),
    onLapse: () => statusEvents.hold(),
    onHeld: () => statusEvents.release(),
  })
  const registrations = new Registrations({
    ...{ ...parts, leased: lease.leased },
    opened: (session, opened) => {
      admission.proven(session.socket.tcp)
      known.remember(opened.customerId, opened.deviceKey)
      heartbeats.start(session)
      assignments.offer(session, opened.assignment)
    },
  })
  return { lease, registrations }
}
