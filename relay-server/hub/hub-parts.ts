// What a hub is made of, wired once: admission, sessions, heartbeats, relay, status events and lease.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { Admission } from './admission/admission.ts'
import { Assignments } from './requests/assignments.ts'
import { newCounters } from './sessions/counters.ts'
import { Heartbeats } from './presence/heartbeat.ts'
import { KnownDevices } from './sessions/known-devices.ts'
import { LeaseLoop } from './presence/lease-loop.ts'
import { LocalPeers } from './relay/local-peers.ts'
import type { HubMesh } from './mesh/hub-mesh.ts'
import { PeerRelay } from './relay/peer-relay.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import { RegistrationDeadlines } from './admission/registration-deadline.ts'
import { Registrations } from './admission/registration.ts'
import type { Registry } from './registry/registry.ts'
import { reopenMissing } from './presence/reopening.ts'
import { SessionTable } from './sessions/session-table.ts'
import type { Session } from './sessions/session.ts'
import type { Window } from './limits/window.ts'
import type { HubSettings } from './limits/settings.ts'
import { DeviceRequests } from './requests/device-requests.ts'
import type { HelpDesk } from './requests/help-desk.ts'
import { StatusEvents } from './presence/status-events.ts'

export interface RelayHubParts {
  /** Stays the caller's: the hub neither listens on it nor closes it. */
  readonly server: HttpServer
  readonly registry: Registry
  readonly settings: HubSettings
  /** Who opens a connection: the socket's address, or the one that a TLS terminator in front vouches for. */
  readonly clientAddress: (request: IncomingMessage) => string
  /** A device proved itself on that connection: who counts connections need not count it any more. */
  readonly onProven?: (tcp: Socket) => void
  /** Whether devices reach this hub by that host, with its port where it is not the scheme's own. */
  readonly isKnownAs: (audience: string) => boolean
  /** Origin by which devices reach the gateway, told to those that pair; left out: they are told none. */
  readonly gatewayUrl?: string | null
  readonly clock: Clock
  readonly logger: Logger
  readonly random: Random
  /** Support for the people at computers; left out where there is none. */
  readonly helpDesk?: HelpDesk
  /** The way to the other hubs; left out when this is the only one. */
  readonly mesh?: HubMesh
}

export type HubParts = ReturnType<typeof assemble>

export function assemble(parts: RelayHubParts) {
  const { settings, clock } = parts
  const memory = memoryOf(parts)
  const { table, known, counters, mesh } = memory
  const senders = sendersOf(parts, memory)
  const { lease, registrations } = sessionKeepers(parts, memory, senders)
  const local = new LocalPeers({ table, settings, clock })
  const relay = new PeerRelay({ local, known, settings, counters, mesh })
  return { ...parts, ...memory, ...senders, lease, registrations, local, relay }
}

type Memory = ReturnType<typeof memoryOf>

/** What the hub remembers, and who may come in. */
function memoryOf({ settings, clock, clientAddress, mesh: others }: RelayHubParts) {
  const mesh = others ?? null
  const table: SessionTable = new SessionTable(({ customerId, deviceKey }) =>
    mesh?.holds({ customerId, deviceKey }, table.peer(customerId, deviceKey)?.opened?.connSeq ?? null),
  )
  return {
    mesh,
    table,
    counters: newCounters(),
    known: new KnownDevices(),
    helpBundles: { inFlight: 0 } as Window,
    /** Every connected socket by its session, registered or not. */
    connected: new Map<string, Session>(),
    admission: new Admission({ settings, clock, clientAddress, sessionCount: () => table.size }),
    deadlines: new RegistrationDeadlines({ clock, withinMs: settings.registerWithinMs }),
  }
}

/** What goes out to devices by itself or for staff. */
function sendersOf(
  { registry, settings, clock, random, logger }: RelayHubParts,
  { table, known, counters }: Memory,
) {
  const assignments = new Assignments({ registry, settings, counters, logger })
  const holds: Assignments['holds'] = (session, holding) => assignments.holds(session, holding)
  return {
    assignments,
    statusEvents: new StatusEvents({ table, known, counters }),
    requests: new DeviceRequests({ table, settings }),
    heartbeats: new Heartbeats({ registry, settings, clock, random, counters, logger, holds }),
  }
}

/** How sessions begin, end, and stay in the registry. */
function sessionKeepers(
  { registry, settings, clock, logger, onProven }: RelayHubParts,
  { table, counters, admission, known }: Memory,
  { assignments, statusEvents, heartbeats }: ReturnType<typeof sendersOf>,
) {
  const { maxReopening } = settings
  const lease = new LeaseLoop({
    registry,
    table,
    settings,
    clock,
    logger,
    reopen: async (missing) =>
      reopenMissing({ registry, table, counters, assignments, logger, maxReopening }, missing),
    onLapse: () => statusEvents.hold(),
    onHeld: () => statusEvents.release(),
  })
  const registrations = new Registrations({
    registry,
    table,
    settings,
    clock,
    logger,
    leased: lease.leased,
    opened: (session, opened) => {
      admission.sockets.proven(session.socket.tcp)
      onProven?.(session.socket.tcp)
      known.remember(opened.customerId, opened.deviceKey)
      heartbeats.start(session)
      assignments.offer(session, opened.assignment)
    },
  })
  return { lease, registrations }
}
