// The store hub at /hubs: services subscribe with their token and get the relay's events as they commit.
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, answer, ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import {
  IStoreClient,
  IStoreHub,
  ServiceHello,
  type RelayEvent,
} from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { requireAccess } from '../../auth/bearer.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import { asProblem } from '../../db/database-errors.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { EventFeed, Joined } from '../events/event-feed.ts'
import type { HubSockets } from './hub-sockets.ts'
import { createSubscriber, type Subscriber } from './subscriber.ts'

/** A service reconnects with a fresh token; until then its old one is good for this long after its end, in ms. */
const EXPIRY_GRACE_MS = 60_000
/** Longest wait for the acknowledgement of one message of rows, in ms. */
const ACK_MS = 10_000
const MAX_SOCKETS = 1_000

export interface StoreHubParts {
  readonly server: HttpServer
  readonly tokens: TokenVerifier
  readonly feed: EventFeed
  /** Where sockets are found by the hub that they subscribed for. */
  readonly sockets: HubSockets
  readonly clock: Clock
  readonly logger: Logger
}

export interface StoreHub {
  readonly connections: () => number
  stop(): Promise<void>
}

/** What the handshake refuses with: `connect_error` at the client, its `data` a code and words. */
class HandshakeRefusal extends Error {
  readonly data: { readonly code: string; readonly message: string }
  constructor(code: string, message: string) {
    super(message)
    this.name = 'HandshakeRefusal'
    this.data = { code, message }
  }
}

/** Begins to take sockets on the server at once; who calls `stop` closes the server itself. */
export function startStoreHub(parts: StoreHubParts): StoreHub {
  const io = socketServer(parts.server)
  const callers = new WeakMap<Socket, Caller>()
  io.use(proveOnce(parts, callers))
  io.on('connection', (socket) => {
    const caller = callers.get(socket)
    if (caller === undefined) socket.disconnect(true)
    else serve(socket, caller, parts)
  })
  return {
    connections: () => io.engine.clientsCount,
    // Closes the sockets only: the HTTP server has an end of its own.
    stop: async () => {
      io.disconnectSockets(true)
      io.engine.close()
      await Promise.resolve()
    },
  }
}

function socketServer(server: HttpServer): Server {
  const io = new Server(server, {
    path: HUB_PATH,
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
    pingInterval: 10_000,
    pingTimeout: 5_000,
    connectTimeout: 5_000,
    // A device's answer fills a message of its relay hub; here it comes in another envelope.
    maxHttpBufferSize: 2 * MAX_HUB_MESSAGE_BYTES,
    allowRequest: (request, decide) => decide(null, mayConnect(request, io.engine.clientsCount)),
  })
  // No event of this hub is binary, and what is would be kept until its event is whole.
  io.engine.on('connection', (connection: Socket['conn']) => {
    connection.on('data', (data: unknown) => {
      if (typeof data !== 'string') connection.close()
    })
  })
  return io
}

/** Checking a token is the dearest thing a stranger can make us do: one try per connection. */
function proveOnce({ tokens, logger }: StoreHubParts, callers: WeakMap<Socket, Caller>) {
  const asked = new WeakSet<Socket['conn']>()
  return (socket: Socket, next: (refusal?: Error) => void): void => {
    if (asked.has(socket.conn)) return socket.conn.close()
    asked.add(socket.conn)
    identify(socket.handshake.auth, tokens).then(
      (caller) => {
        callers.set(socket, caller)
        next()
      },
      (error: unknown) => {
        if (!(error instanceof ProblemError)) logger.error('store-hub.handshake-failed', error)
        next(refusalOf(error))
        // Behind the refusal, which leaves in this turn.
        setImmediate(() => socket.conn.close())
      },
    )
  }
}

/** Browsers name their Origin and have no business here. */
function mayConnect(request: IncomingMessage, connected: number): boolean {
  return request.headers.origin === undefined && connected < MAX_SOCKETS
}

async function identify(auth: unknown, tokens: TokenVerifier): Promise<Caller> {
  const hello = readerOf(ServiceHello).safeParse(auth)
  if (!hello.success) throw new ProblemError('token_missing', 'Present a service token')
  const caller = await tokens.verify(hello.data.token)
  // Who reports to the registry hears from it.
  requireAccess(caller, storeApi.registryBatch)
  return caller
}

function refusalOf(error: unknown): HandshakeRefusal {
  if (error instanceof ProblemError) return new HandshakeRefusal(error.code, error.message)
  return new HandshakeRefusal('internal', 'Something went wrong on our side')
}

function serve(socket: Socket, caller: Caller, parts: StoreHubParts): void {
  const { clock, logger } = parts
  const leftMs = Math.max(0, caller.expiresAt.getTime() + EXPIRY_GRACE_MS - clock.wallMs())
  const cancelExpiry = clock.after(leftMs, () => socket.disconnect(true))
  const subscription = createSubscription(socket, parts)
  socket.on('disconnect', (reason) => {
    cancelExpiry()
    subscription.end()
    logger.info('store-hub.disconnected', { service: caller.subject, reason })
  })
  logger.info('store-hub.connected', { service: caller.subject })
  answer(socket, IStoreHub, { handlers: { SubscribeAsync: subscription.subscribe }, logger })
}

/** A socket has one subscription; subscribing again begins it anew. */
function createSubscription(socket: Socket, { feed, sockets, logger }: StoreHubParts) {
  let leaveHub = (): void => {}
  let joined: Joined | null = null
  let subscriber: Subscriber | null = null
  let subscribing = false

  const end = (): void => {
    leaveHub()
    joined?.leave()
    subscriber?.close()
  }
  const begin = async (hubId: string, afterEventId: number | null) => {
    end()
    const own = createSubscriber({
      send: (rows: RelayEvent[]) =>
        ask(socket, IStoreClient, { event: 'RelayEventsAsync', args: [rows], timeoutMs: ACK_MS }),
      drop: (why) => {
        logger.warn('store-hub.subscriber-dropped', { hubId, why })
        socket.disconnect(true)
      },
    })
    subscriber = own
    joined = await joinFeed(feed, own, afterEventId)
    leaveHub = sockets.join(hubId, socket)
    if (!socket.connected) end()
    // The rows that were missed come before the reply: whoever takes the reply's id as its cursor skips none.
    await own.begin(joined.missed ?? [])
    return { lastEventId: joined.lastEventId, replayed: joined.missed !== null }
  }
  const subscribe = async (hubId: string, afterEventId: number | null) => {
    if (subscribing) throw new HubError('RATE_LIMITED', 'A subscription is under way')
    subscribing = true
    return begin(hubId, afterEventId).finally(() => {
      subscribing = false
    })
  }
  return { subscribe, end }
}

async function joinFeed(
  feed: EventFeed,
  subscriber: Subscriber,
  afterEventId: number | null,
): Promise<Joined> {
  try {
    return await feed.join((rows) => subscriber.push(rows), afterEventId)
  } catch (error) {
    if (asProblem(error)?.code === 'unavailable')
      throw new HubError('UNAVAILABLE', 'Try again shortly', { cause: error })
    throw error
  }
}
