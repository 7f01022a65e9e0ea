// The sockets of a hub whose clients are services: at /hubs, WebSocket only, each proved by a service token.
//
//   service ── upgrade /hubs ── handshake auth = {protocolVersion, token} ──▶ served, until a minute after its token's end
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { ServiceHello } from '@pharmacy-relay/shared/hub/service-hello.ts'
import { OLDEST_SERVICE_HUB_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { Caller } from '../../auth/access-token.ts'
import { requireAccess } from '../../auth/bearer.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import { UnprovenSockets } from '../admission/unproven-sockets.ts'
import type { AddressKeys } from '../address-keys.ts'

/** A service reconnects with a fresh token; until then its old one is good for this long after its end, in ms. */
const EXPIRY_GRACE_MS = 60_000
/** Services that have proved themselves. */
const MAX_SERVICES = 1_000
/** Sockets whose token was not looked at yet: strangers come through the gateway, each with an address of its own. */
const LONGEST_WAIT_MS = 1_000
const UNPROVEN = { perAddress: 10, perNetwork: 40, total: 400 } as const

export interface ServiceSocketsParts {
  readonly server: HttpServer
  readonly tokens: TokenVerifier
  /** Who opens a connection: the peer, or the address that a gateway in front vouches for. */
  readonly addressOf: (request: IncomingMessage) => AddressKeys | null
  /** Who may connect. */
  readonly rule: AccessRule
  /** Bytes of one message from a service. */
  readonly maxMessageBytes: number
  /** Sets up what a new socket is answered; gives back what ends with it. */
  readonly serve: (socket: Socket, caller: Caller) => () => void
  readonly clock: Clock
  readonly logger: Logger
}

export interface ServiceSockets {
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
export function startServiceSockets(parts: ServiceSocketsParts): ServiceSockets {
  const unproven = new UnprovenSockets({
    limits: UNPROVEN,
    addressOf: parts.addressOf,
    longestWaitMs: LONGEST_WAIT_MS,
  })
  const io = socketServer(parts, unproven)
  const callers = new WeakMap<Socket, Caller>()
  io.use(proveOnce({ ...parts, unproven }, callers))
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

function socketServer(parts: ServiceSocketsParts, unproven: UnprovenSockets): Server {
  const { server, maxMessageBytes, clock } = parts
  const io = new Server(server, {
    path: HUB_PATH,
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
    pingInterval: 10_000,
    pingTimeout: 5_000,
    connectTimeout: 5_000,
    maxHttpBufferSize: maxMessageBytes,
    allowRequest: (request, decide) => {
      const services = io.engine.clientsCount - unproven.size
      if (services >= MAX_SERVICES || !mayConnect(request)) return decide(null, false)
      void unproven.admitSoon(request, clock).then((isAdmitted) => decide(null, isAdmitted))
    },
  })
  // No event of these hubs is binary, and what is would be kept until its event is whole.
  io.engine.on('connection', (connection: Socket['conn']) => {
    connection.on('data', (data: unknown) => {
      if (typeof data !== 'string') connection.close()
    })
  })
  return io
}

/** Checking a token is the dearest thing a stranger can make us do: one try per connection. */
function proveOnce(
  parts: ServiceSocketsParts & { readonly unproven: UnprovenSockets },
  callers: WeakMap<Socket, Caller>,
) {
  const asked = new WeakSet<Socket['conn']>()
  return (socket: Socket, next: (refusal?: Error) => void): void => {
    if (asked.has(socket.conn)) return socket.conn.close()
    asked.add(socket.conn)
    identify(socket.handshake.auth, parts).then(
      (caller) => {
        callers.set(socket, caller)
        parts.unproven.proven(socket.request.socket)
        next()
      },
      (error: unknown) => {
        if (!(error instanceof ProblemError || error instanceof HandshakeRefusal))
          parts.logger.error('service-hub.handshake-failed', error)
        next(refusalOf(error))
        // Behind the refusal, which leaves in this turn.
        setImmediate(() => socket.conn.close())
      },
    )
  }
}

/** Browsers name their Origin and have no business here. */
function mayConnect(request: IncomingMessage): boolean {
  // engine.io itself refuses the old protocol only after the upgrade.
  return request.headers.origin === undefined && /[?&]EIO=4(?:&|$)/.test(request.url ?? '')
}

async function identify(auth: unknown, { tokens, rule }: ServiceSocketsParts): Promise<Caller> {
  const hello = readerOf(ServiceHello).safeParse(auth)
  if (!hello.success) throw new ProblemError('token_missing', 'Present a service token')
  const { protocolVersion, token } = hello.data
  if (protocolVersion < OLDEST_SERVICE_HUB_VERSION)
    throw new HandshakeRefusal(
      'UPGRADE_REQUIRED',
      `This hub speaks version ${OLDEST_SERVICE_HUB_VERSION} or later`,
    )
  const caller = await tokens.verify(token)
  requireAccess(caller, rule)
  return caller
}

function refusalOf(error: unknown): HandshakeRefusal {
  if (error instanceof HandshakeRefusal) return error
  if (error instanceof ProblemError) return new HandshakeRefusal(error.code, error.message)
  return new HandshakeRefusal('internal', 'Something went wrong on our side')
}

function serve(socket: Socket, caller: Caller, parts: ServiceSocketsParts): void {
  const { clock, logger } = parts
  const leftMs = Math.max(0, caller.expiresAt.getTime() + EXPIRY_GRACE_MS - clock.wallMs())
  const cancelExpiry = clock.after(leftMs, () => socket.disconnect(true))
  const end = parts.serve(socket, caller)
  socket.on('disconnect', (reason) => {
    cancelExpiry()
    end()
    logger.info('service-hub.disconnected', { service: caller.subject, reason })
  })
  logger.info('service-hub.connected', { service: caller.subject })
}
