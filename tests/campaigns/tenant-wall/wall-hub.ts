// A hub of a run: the real parts from what a device asks to what another one gets, on a real NATS; no sockets, no lease.
import { Assignments } from '@pharmacy-relay/relay-server/hub/requests/assignments.ts'
import { deviceHandlers } from '@pharmacy-relay/relay-server/hub/device-handlers.ts'
import { newCounters } from '@pharmacy-relay/relay-server/hub/sessions/counters.ts'
import { KnownDevices } from '@pharmacy-relay/relay-server/hub/sessions/known-devices.ts'
import { LocalPeers } from '@pharmacy-relay/relay-server/hub/relay/local-peers.ts'
import { HubMesh } from '@pharmacy-relay/relay-server/hub/mesh/hub-mesh.ts'
import type { NatsServers } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { PeerRelay } from '@pharmacy-relay/relay-server/hub/relay/peer-relay.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { Registrations } from '@pharmacy-relay/relay-server/hub/admission/registration.ts'
import { Session } from '@pharmacy-relay/relay-server/hub/sessions/session.ts'
import { SessionTable } from '@pharmacy-relay/relay-server/hub/sessions/session-table.ts'
import { DEFAULT_HUB_SETTINGS } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { StatusEvents } from '@pharmacy-relay/relay-server/hub/presence/status-events.ts'
import { systemClock as clock } from '@pharmacy-relay/shared/clock.ts'
import type { DeviceHello } from '@pharmacy-relay/shared/device.ts'
import { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { answer } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { silentLogger as logger } from '@pharmacy-relay/shared/logger.ts'
import type { MemoryLink } from './memory-link.ts'
import { registryOf, type WorldDevice } from './world.ts'

/** The limits are not what is looked at. */
const settings = {
  ...DEFAULT_HUB_SETTINGS,
  relayMessagesPerSecond: 1e9,
  relayBytesPerSecond: 1e9,
  maxRelaysPerPair: 1_000,
  maxNudgesPerTarget: 1_000,
  reportsPerSecond: 1e9,
  relayPauseMs: 0,
}

export interface WallHub {
  readonly statusEvents: StatusEvents
  readonly mesh: HubMesh
  /** The hub serves the device's connection. */
  connect(device: WorldDevice, connection: MemoryLink): Session
}

export function startWallHub(world: readonly WorldDevice[], servers: NatsServers): WallHub {
  const registry = registryOf(world)
  const counters = newCounters()
  const known = new KnownDevices()
  const random = systemRandom()
  const mesh = new HubMesh({ hubId: registry.hubId, servers, settings, clock, random, logger })
  const table: SessionTable = new SessionTable(({ customerId, deviceKey }) =>
    mesh.holds({ customerId, deviceKey }, table.peer(customerId, deviceKey)?.opened?.connSeq ?? null),
  )
  const local = new LocalPeers({ table, settings, clock })
  mesh.start(local)
  const registrations = new Registrations({
    registry,
    table,
    settings,
    clock,
    logger,
    leased: Promise.resolve(),
    opened: (_, { customerId, deviceKey }) => known.remember(customerId, deviceKey),
  })
  const parts = {
    registrations,
    registry,
    settings,
    clock,
    logger,
    relay: new PeerRelay({ local, known, settings, counters, mesh }),
    helpBundles: { inFlight: 0 },
    assignments: new Assignments({ registry, settings, counters, logger }),
  }
  return {
    statusEvents: new StatusEvents({ table, known, counters }),
    mesh,
    connect: ({ installId }, { link }) => {
      const hello = helloOf(installId, random.uuid())
      const facts = { sessionId: random.uuid(), socket: link, hello, remoteIp: '127.0.0.1' }
      const session = new Session({ ...facts, proof: Promise.resolve('proven') })
      void link.closed.then((reason) => registrations.disconnected(session, reason))
      answer(link.events, IRelayHub, { handlers: deviceHandlers(session, parts), logger })
      return session
    },
  }
}

function helloOf(installId: string, bootId: string): DeviceHello {
  return { protocolVersion: PROTOCOL_VERSION, agentVersion: '1.0.0', installId, bootId }
}
