// The relay hub on an HTTP server: its sockets, and what the portal may ask of it.
import type { Server as HttpServer } from 'node:http'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PrinterConfigPush, RevokedSession } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { NewIdentity } from '@pharmacy-relay/shared/pairing.ts'
import { Server, type Socket } from 'socket.io'
import { serveDevice } from './device-connection.ts'
import { drain } from './drain.ts'
import type { HubCounters } from './sessions/counters.ts'
import type { MeshFacts } from './mesh/hub-mesh.ts'
import { isSilent } from './presence/heartbeat.ts'
import { ConnectRefusal, parseHello } from './admission/hello.ts'
import { assemble, type HubParts, type RelayHubParts } from './hub-parts.ts'
import { giveNewIdentity, revoke, supersede } from './admission/revocation.ts'
import { tellHelpNews, tellHelpPresence, type HelpNews, type HelpPresenceNews } from './requests/help-news.ts'
import type { PresenceEvent } from './presence/status-events.ts'

export interface RelayHub {
  readonly hubId: string
  /** Takes the hub's path on the server and begins to renew the lease. */
  start(): void
  /**
   * Lets nobody in any more, sends the devices away one after the other and tells the registry; until then the hub serves
   * them. Ends within the spread of the settings and some 13 s, mostly much sooner.
   */
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
  /** A support task of one of its computers changed, or staff wrote in it; a computer that is not here is passed over. */
  helpChanged(news: HelpNews): void
  /** Support writes in a task of one of its computers, or stopped; a computer that is not here is passed over. */
  helpPresence(news: HelpPresenceNews): void
  /** A request of shared/hub/device-requests.ts for the device of a session: its answer. Throws HubError as DeviceRequests says. */
  askDevice(sessionId: string, name: string, args: readonly unknown[]): Promise<unknown>
  sessionCount(): number
  facts(): HubFacts
}

/** The hub's figures for metrics: what was counted, and what is there now. */
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

// socket.io's own clean-up of connections without a handshake; the hub's deadline is the same.
const CONNECT_TIMEOUT_MS = 5_000
/** 10 s would be enough for presence; with 6 s, and 3 s of grace (store-api/presence), a computer that hangs is the named cause within 15 s. */
const PING_INTERVAL_MS = 6_000
const PING_TIMEOUT_MS = 5_000

export function createRelayHub(parts: RelayHubParts): RelayHub {
  const inside = assemble(parts)
  const { admission, table, requests, lease, counters, mesh } = inside
  let io: Server | null = null
  return {
    hubId: parts.registry.hubId,
    start: () => {
      io = listen(parts.server, inside)
      mesh?.start(inside.local)
      lease.start()
    },
    stop: async () => {
      admission.drain()
      await leave(inside)
      lease.stop()
      await mesh?.stop()
      admission.stop()
      io?.engine.close()
    },
    ...newsOfStore(inside),
    askDevice: async (sessionId, name, args) => requests.ask(sessionId, name, args),
    sessionCount: () => table.size,
    facts: () => ({
      ...counters,
      sessions: table.size,
      unproven: admission.unproven,
      admissionsRefused: admission.refused,
      silentSessions: table.all().filter(isSilent).length,
      leaseHeld: lease.held,
      mesh: mesh?.facts() ?? null,
    }),
  }
}

/** Devices of the only hub have nowhere to go before the next one: they are not kept waiting for it. */
async function leave(inside: HubParts): Promise<void> {
  const { settings, connected, mesh } = inside
  const spreadMs = mesh === null ? settings.drainAloneMs : settings.drainMs
  await drain({ ...inside, spreadMs, connected: () => [...connected.values()] })
}

function newsOfStore(
  inside: HubParts,
): Pick<
  RelayHub,
  | ('announce' | 'supersede' | 'revoke' | 'giveNewIdentity')
  | ('pushAssignments' | 'helpChanged' | 'helpPresence')
> {
  const { statusEvents, connected, assignments, table } = inside
  return {
    announce: (event) => statusEvents.announce(event),
    helpChanged: (news) => tellHelpNews(table, news),
    helpPresence: (news) => tellHelpPresence(table, news),
    supersede: (sessionIds) => supersede(inside, sessionIds),
    revoke: (sessions) => revoke(inside, sessions),
    giveNewIdentity: async (sessionId, identity) => giveNewIdentity(inside, sessionId, identity),
    pushAssignments: (pushes) => {
      for (const { sessionId, assignment } of pushes) {
        const session = connected.get(sessionId)
        if (session !== undefined) assignments.offer(session, assignment)
      }
    },
  }
}

function listen(server: HttpServer, inside: HubParts): Server {
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
      void admission.refuseUpgrade(request).then((reason) => decide(reason, reason === null))
    },
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    const tcp = connection.request.socket
    deadlines.begin(tcp, () => connection.close())
    // Attachments are kept until their event is whole, up to ten of 128 KiB; no event of the contract has two.
    let attachments = 0
    const count = (data: unknown): void => {
      if (!admission.sockets.isUnproven(tcp)) return void connection.off('data', count)
      if (typeof data !== 'string') attachments += 1
      if (attachments > 1) connection.close()
    }
    connection.on('data', count)
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
  { inside, next }: { readonly inside: HubParts; readonly next: (refusal?: Error) => void },
): void {
  try {
    inside.admission.checkRoom(socket.request)
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
