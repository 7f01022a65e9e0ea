// The relay hub on an HTTP server: wires admission, sessions, heartbeats, relay, status events and lease together.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PrinterConfigPush, RevokedSession } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { NewIdentity } from '@pharmacy-relay/shared/pairing.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { Server, type Socket } from 'socket.io'
import { Admission } from './admission.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { Assignments } from './assignments.ts'
import { serveDevice } from './device-connection.ts'
import { drain } from './drain.ts'
import { newCounters, type HubFacts } from './facts.ts'
import { Heartbeats, isSilent } from './heartbeat.ts'
import { ConnectRefusal, parseHello } from './hello.ts'
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
import { giveNewIdentity, revoke, supersede } from './revocation.ts'
import { SessionTable } from './session-table.ts'
import type { Session } from './session.ts'
import type { HubSettings } from './settings.ts'
import { StaffRequests } from './staff-requests.ts'
import { StatusEvents, type PresenceEvent } from './status-events.ts'

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

export interface RelayHub {
  readonly hubId: string
  /** Takes the hub's path on the server and begins to renew the lease. */
  start(): void
  /** Sends the devices away and tells the registry; ends within some 4 s. */
  stop(): Promise<void>
  /** Tells the pharmacy's other devices what the registry says about one of them. */
  announce(event: PresenceEvent): void
  /** Newer connections of their devices were opened at other hubs: they are told, and closed. */
  supersede(sessionIds: readonly string[]): void
  /** Staff ended them: they are told why, and closed; sessions that are not here are passed over. */
  revoke(sessions: readonly RevokedSession[]): void
  /** Makes the device of a session a computer of its own; one that is not here hears of it when it connects. */
  giveNewIdentity(sessionId: string, identity: NewIdentity): Promise<void>
  /** Begins to send them, all in parallel; a session that is not here is passed over, its device learns on return. */
  pushAssignments(pushes: readonly PrinterConfigPush[]): void
  /** Asks the device of a session for its printers. Throws HubError as StaffRequests says, PEER_OFFLINE when it is not here. */
  requestPrinters(sessionId: string): Promise<PrinterList>
  /** Has the device of a session print a test label. Throws HubError as `requestPrinters` does. */
  printTestLabel(sessionId: string): Promise<PrintJob>
  /** The jobs of the device of a session. Throws HubError as `requestPrinters` does. */
  listJobs(sessionId: string, limit: number): Promise<PrintJob[]>
  /** Has the device of a session cancel one. Throws HubError as `requestPrinters` does. */
  cancelJob(sessionId: string, jobId: string): Promise<PrintJob>
  /** What the device of a session finds about the way of its labels. Throws HubError as `requestPrinters` does. */
  diagnose(sessionId: string): Promise<Diagnosis>
  sessionCount(): number
  facts(): HubFacts
}

// socket.io's own clean-up of connections without a handshake; the hub's deadline is the same.
const CONNECT_TIMEOUT_MS = 5_000
const PING_INTERVAL_MS = 10_000
const PING_TIMEOUT_MS = 5_000

export function createRelayHub(parts: RelayHubParts): RelayHub {
  const inside = assemble(parts)
  const { admission, table, statusEvents, lease, counters, connected, assignments, staffRequests } = inside
  let io: Server | null = null
  return {
    hubId: parts.registry.hubId,
    start: () => {
      io = listen(parts.server, inside)
      parts.mesh?.start(inside.local)
      lease.start()
    },
    stop: async () => {
      admission.drain()
      lease.stop()
      await drain({ ...parts, registrations: inside.registrations, connected: () => [...connected.values()] })
      await parts.mesh?.stop()
      admission.stop()
      io?.engine.close()
    },
    announce: (event) => statusEvents.announce(event),
    supersede: (sessionIds) => supersede(inside, sessionIds),
    revoke: (sessions) => revoke(inside, sessions),
    giveNewIdentity: async (sessionId, identity) => giveNewIdentity(inside, sessionId, identity),
    pushAssignments: (pushes) => {
      for (const { sessionId, assignment } of pushes) {
        const session = connected.get(sessionId)
        if (session !== undefined) assignments.offer(session, assignment)
      }
    },
    requestPrinters: async (sessionId) => staffRequests.printers(sessionId),
    printTestLabel: async (sessionId) => staffRequests.testLabel(sessionId),
    listJobs: async (sessionId, limit) => staffRequests.jobs(sessionId, limit),
    cancelJob: async (sessionId, jobId) => staffRequests.cancelJob(sessionId, jobId),
    diagnose: async (sessionId) => staffRequests.diagnosis(sessionId),
    sessionCount: () => table.size,
    facts: () => ({
      ...counters,
      sessions: table.size,
      unproven: admission.unproven,
      admissionsRefused: admission.refused,
      silentSessions: table.all().filter(isSilent).length,
      leaseHeld: lease.held,
      mesh: parts.mesh?.facts() ?? null,
    }),
  }
}

type Inside = ReturnType<typeof assemble>

function assemble(parts: RelayHubParts) {
  const { settings, clock, registry, logger } = parts
  const counters = newCounters()
  const mesh = parts.mesh ?? null
  const table: SessionTable = new SessionTable(({ customerId, deviceKey }) =>
    mesh?.holds({ customerId, deviceKey }, table.peer(customerId, deviceKey)?.opened?.connSeq ?? null),
  )
  const known = new KnownDevices()
  const statusEvents = new StatusEvents({ table, known, counters })
  const assignments = new Assignments({ registry, settings, counters, logger })
  const staffRequests = new StaffRequests({ table, settings })
  const heartbeats = new Heartbeats({
    ...{ ...parts, counters },
    holds: (session, holding) => assignments.holds(session, holding),
  })
  const admission = new Admission({ ...parts, sessionCount: () => table.size })
  const deadlines = new RegistrationDeadlines({ clock, withinMs: settings.registerWithinMs })
  const reopening = { registry, table, counters, assignments, logger, maxReopening: settings.maxReopening }
  const lease = new LeaseLoop({
    ...{ registry, table, settings, clock, logger },
    reopen: async (missing) => reopenMissing(reopening, missing),
    onLapse: () => statusEvents.hold(),
    onHeld: () => statusEvents.release(),
  })
  const registrations = new Registrations({
    ...{ registry, table, settings, clock, logger },
    leased: lease.leased,
    opened: (session, opened) => {
      admission.proven(session.socket.request)
      known.remember(opened.customerId, opened.deviceKey)
      heartbeats.start(session)
      assignments.offer(session, opened.assignment)
    },
  })
  const local = new LocalPeers({ table, settings, clock })
  const relay = new PeerRelay({ local, known, settings, counters, mesh })
  const connected = new Map<string, Session>()
  return {
    ...parts,
    counters,
    table,
    statusEvents,
    assignments,
    staffRequests,
    heartbeats,
    admission,
    deadlines,
    lease,
    registrations,
    local,
    relay,
    connected,
  }
}

function listen(server: HttpServer, inside: Inside): Server {
  const { admission, deadlines } = inside
  const io = new Server(server, {
    path: HUB_PATH,
    transports: ['websocket'],
    serveClient: false,
    allowEIO3: false,
    perMessageDeflate: false,
    httpCompression: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxHttpBufferSize: MAX_HUB_MESSAGE_BYTES,
    allowRequest: (request, decide) => {
      const reason = admission.refuseUpgrade(request)
      decide(reason, reason === null)
    },
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const request: IncomingMessage = connection.request
    deadlines.begin(request, () => connection.close())
    // Attachments are kept until their event is whole, up to ten of 128 KiB; no event of the contract has two.
    let attachments = 0
    connection.on('data', (data: unknown) => {
      if (typeof data === 'string' || !admission.isUnproven(request)) return
      attachments += 1
      if (attachments > 1) connection.close()
    })
  })
  const asked = new WeakSet<Socket['conn']>()
  io.use((socket, next) => {
    // A connection says hello once: more would take places from other devices, and a line of the log each.
    if (asked.has(socket.conn)) return socket.conn.close()
    asked.add(socket.conn)
    admit(socket, { inside, next })
  })
  io.on('connection', (socket) => serveDevice(socket, inside))
  return io
}

/** The handshake: a refusal reaches the device as connect_error, then the connection ends. */
function admit(
  socket: Socket,
  { inside, next }: { readonly inside: Inside; readonly next: (refusal?: Error) => void },
): void {
  try {
    inside.admission.checkRoom()
    parseHello(socket.handshake.auth)
    next()
  } catch (error) {
    const refusal =
      error instanceof HubError ? error : new HubError('INTERNAL', 'The handshake failed', { cause: error })
    inside.logger.info('handshake.refused', { code: refusal.code })
    next(new ConnectRefusal(refusal))
    setImmediate(() => socket.conn.close())
  }
}
