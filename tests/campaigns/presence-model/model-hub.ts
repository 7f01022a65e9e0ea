// A relay hub of the model: the hub's own parts, wired as in relay-hub.ts, but for connections without a network.
import { randomUUID } from 'node:crypto'
import type { RegistryBatch, RegistryBatchReply } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { DeviceHello, DeviceRegistration } from '@pharmacy-relay/shared/device.ts'
import type { PrinterConfigPush, RevokedSession } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { Assignments } from '@pharmacy-relay/relay-server/hub/requests/assignments.ts'
import { newCounters } from '@pharmacy-relay/relay-server/hub/sessions/counters.ts'
import { Heartbeats } from '@pharmacy-relay/relay-server/hub/presence/heartbeat.ts'
import { KnownDevices } from '@pharmacy-relay/relay-server/hub/sessions/known-devices.ts'
import { LeaseLoop } from '@pharmacy-relay/relay-server/hub/presence/lease-loop.ts'
import { LocalPeers } from '@pharmacy-relay/relay-server/hub/relay/local-peers.ts'
import { HubMesh } from '@pharmacy-relay/relay-server/hub/mesh/hub-mesh.ts'
import type { MeshConnection } from '@pharmacy-relay/relay-server/hub/mesh/mesh-connection.ts'
import type { NatsServers } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { PeerRelay } from '@pharmacy-relay/relay-server/hub/relay/peer-relay.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import { Registrations } from '@pharmacy-relay/relay-server/hub/admission/registration.ts'
import { createRegistryBatches } from '@pharmacy-relay/relay-server/hub/registry/registry-batches.ts'
import type { LeaseRequest, Registry } from '@pharmacy-relay/relay-server/hub/registry/registry.ts'
import { reopenMissing } from '@pharmacy-relay/relay-server/hub/presence/reopening.ts'
import { revoke, supersede } from '@pharmacy-relay/relay-server/hub/admission/revocation.ts'
import { SessionTable } from '@pharmacy-relay/relay-server/hub/sessions/session-table.ts'
import { Session } from '@pharmacy-relay/relay-server/hub/sessions/session.ts'
import { DEFAULT_HUB_SETTINGS as settings } from '@pharmacy-relay/relay-server/hub/limits/settings.ts'
import { StatusEvents, type PresenceEvent } from '@pharmacy-relay/relay-server/hub/presence/status-events.ts'
import type { LeftOut } from './left-out.ts'
import type { ModelSocket } from './model-socket.ts'

export interface ModelHubParts {
  readonly clock: Clock
  readonly random: Random
  readonly send: (batch: RegistryBatch) => Promise<RegistryBatchReply>
  /** The way to the other hubs. */
  readonly connectionOf: (hubId: string) => MeshConnection
  readonly leftOut: LeftOut
}

export interface Dialled {
  readonly socket: ModelSocket
  readonly hello: DeviceHello
  readonly certificate: string
}

export interface ModelHub {
  readonly hubId: string
  readonly isDead: boolean
  /** A connection whose device has proved its key. */
  admit(dialled: Dialled): Session
  /** Throws HubError as the registry answers. */
  register(session: Session, registration: DeviceRegistration): Promise<unknown>
  unregister(session: Session): Promise<unknown>
  relay(sender: Session, targetDeviceKey: string, payload: Uint8Array): Promise<unknown>
  announce(event: PresenceEvent): void
  push(pushes: readonly PrinterConfigPush[]): void
  supersede(sessionIds: readonly string[]): void
  revoke(sessions: readonly RevokedSession[]): void
  /** The process is gone with everything in it. */
  kill(): void
}

/** Nobody is dialled: a connection of the model needs none. */
const servers: NatsServers = { hosts: [], isEncrypted: false, credentials: {}, isLoopback: true }

type Inside = ReturnType<typeof assemble>

export function startModelHub(parts: ModelHubParts): ModelHub {
  const inside = assemble(parts)
  const { registry, table, lease, assignments, statusEvents, registrations, connected, relay, mesh } = inside
  let isDead = false
  lease.start()
  mesh.start(inside.local)
  return {
    hubId: registry.hubId,
    get isDead() {
      return isDead
    },
    admit: (dialled) => admit(inside, dialled),
    register: async (session, registration) => registrations.register(session, registration),
    unregister: async (session) => registrations.unregister(session),
    relay: async (sender, target, payload) => relay.relay(sender, target, payload),
    announce: (event) => statusEvents.announce(event),
    push: (pushes) => {
      for (const { sessionId, assignment } of pushes) {
        const session = table.find(sessionId)
        if (session !== null) assignments.offer(session, assignment)
      }
    },
    supersede: (sessionIds) => supersede({ ...inside, settings, logger: silentLogger }, sessionIds),
    revoke: (sessions) => revoke({ ...inside, settings, logger: silentLogger }, sessions),
    kill: () => {
      isDead = true
      registry.stop()
      lease.stop()
      void mesh.stop()
      for (const session of connected.values()) inside.heartbeats.stop(session)
    },
  }
}

/** Its sessions, and the mesh that tells other hubs of them. */
function sessionsOf(hubId: string, { clock, random, connectionOf, leftOut }: ModelHubParts) {
  const connect = async () => connectionOf(hubId)
  const mesh = new HubMesh({ hubId, servers, settings, clock, random, logger: silentLogger, connect })
  const table: SessionTable = new SessionTable(({ customerId, deviceKey }) =>
    mesh.holds({ customerId, deviceKey }, table.peer(customerId, deviceKey)?.opened?.connSeq ?? null),
  )
  if (leftOut === 'wall') tearDownWall(table)
  return { mesh, table, connected: new Map<string, Session>() }
}

function assemble(parts: ModelHubParts) {
  const { clock, random, send, leftOut } = parts
  const logger = silentLogger
  const registry = createRegistryBatches({ hubId: randomUUID(), send, clock, random, logger })
  if (leftOut === 'lists') leaseWithoutList(registry)
  if (leftOut === 'silence') Object.assign(registry, { silent: async () => undefined })
  const counters = newCounters()
  const { mesh, table, connected } = sessionsOf(registry.hubId, parts)
  const known = new KnownDevices()
  const common = { registry, table, settings, clock, random, counters, logger }
  const statusEvents = new StatusEvents({ table, known, counters })
  const assignments = new Assignments(common)
  const heartbeats = new Heartbeats({
    ...common,
    holds: (session, holding) => assignments.holds(session, holding),
  })
  const reopening = { ...common, assignments, maxReopening: settings.maxReopening }
  const lease = new LeaseLoop({
    ...common,
    reopen: async (missing) => reopenMissing(reopening, missing),
    onLapse: () => statusEvents.hold(),
    onHeld: () => statusEvents.release(),
  })
  const registrations = new Registrations({
    ...common,
    leased: lease.leased,
    opened: (session, opened) => {
      known.remember(opened.customerId, opened.deviceKey)
      heartbeats.start(session)
      assignments.offer(session, opened.assignment)
    },
  })
  const local = new LocalPeers({ table, settings, clock })
  const relay = new PeerRelay({ local, known, settings, counters, mesh })
  const sessions = { table, registrations, connected }
  return { ...sessions, registry, lease, assignments, statusEvents, heartbeats, local, relay, mesh }
}

function leaseWithoutList(registry: Registry): void {
  const lease = registry.lease.bind(registry)
  Object.assign(registry, { lease: async (asked: LeaseRequest) => lease({ ...asked, sessionIds: null }) })
}

function tearDownWall(table: SessionTable): void {
  const isDevice = (deviceKey: string) => (one: Session) =>
    one.opened?.deviceKey === deviceKey && one.socket.usable
  const peer: SessionTable['peer'] = (_customerId, deviceKey) => table.all().find(isDevice(deviceKey)) ?? null
  Object.assign(table, { peer })
}

function admit({ connected, heartbeats, registrations }: Inside, dialled: Dialled): Session {
  const { socket, hello, certificate } = dialled
  const sessionId = randomUUID()
  const proof = Promise.resolve(certificate)
  const session = new Session({ sessionId, socket, hello, remoteIp: '203.0.113.5', proof })
  connected.set(sessionId, session)
  void socket.closed.then((reason) => {
    connected.delete(sessionId)
    heartbeats.stop(session)
    registrations.disconnected(session, reason)
  })
  return session
}
