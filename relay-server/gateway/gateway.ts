// The gateway: node:http parses what comes from outside, every request is judged, counted, and forwarded or answered.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { errorCode } from '../http/error-code.ts'
import { closeServer, listen } from '../http/listen.ts'
import { Admission, type Admitted, NO_CLAIMS, rateLimited } from './admission.ts'
import type { ClientConnection } from './client-connection.ts'
import { ClientConnections } from './client-connections.ts'
import { Exchange } from './exchange.ts'
import { FieldNames } from './field-names.ts'
import type { GatewayMetrics } from './metrics.ts'
import { parseFailure } from './parse-failure.ts'
import { rawProblem, sendProblem } from './problem-reply.ts'
import { RateLimit } from './rate-limit.ts'
import { type AcceptedHead, judgeHead, MAX_FIELD_BYTES } from './request-head.ts'
import { MAX_TARGET_BYTES } from './request-target.ts'
import type { Route, RouteTable } from './routes.ts'
import { ServiceTokens, type VerifyServiceToken } from './service-tokens.ts'
import type { GatewayOptions } from './settings.ts'
import { TraceIds } from './trace-ids.ts'
import { refuseUpgrade, Upgrade } from './upgrade.ts'
import type { ForwardingFacts } from './upstream-head.ts'
import { UpstreamPool } from './upstream-pool.ts'

/** Time as the gateway sees it, in milliseconds. */
export interface Clock {
  /** Never goes back; for limits and deadlines. */
  nowMs(): number
  /** Since 1970; for the expiry of tokens. */
  wallNowMs(): number
}

export const systemClock: Clock = { nowMs: () => performance.now(), wallNowMs: () => Date.now() }

export interface GatewayParts {
  readonly settings: GatewayOptions
  readonly routes: RouteTable
  readonly verifyServiceToken: VerifyServiceToken
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: GatewayMetrics
}

/** A head that was judged: either fit to forward, or the problem to answer. */
type Judged = { readonly head: AcceptedHead } | { readonly problem: ProblemError }

// Requests under way may end within this time after a stop.
const STOP_GRACE_MS = 2_000
// Longer than any head that is accepted, so that the answer can say what was too long.
const PARSER_HEAD_BYTES = MAX_FIELD_BYTES + 2 * MAX_TARGET_BYTES

export function createGateway(parts: GatewayParts): Gateway {
  return new Gateway(parts)
}

export class Gateway {
  readonly server: http.Server
  readonly #parts: GatewayParts
  readonly #connections: ClientConnections
  readonly #admission: Admission
  readonly #pools = new Map<Route, UpstreamPool>()
  readonly #names = new FieldNames()
  readonly #traceIds = new TraceIds()
  readonly #cutsOfTunnels = new Set<() => void>()

  constructor(parts: GatewayParts) {
    this.#parts = parts
    const { settings, clock, logger } = parts
    this.#connections = new ClientConnections(settings.limits)
    const onVerifyFailure = (error: unknown): void => logger.error('service_token_not_verified', error)
    const tokens = new ServiceTokens({
      verify: parts.verifyServiceToken,
      wallNowMs: () => clock.wallNowMs(),
      onVerifyFailure,
    })
    this.#admission = new Admission({
      rateLimit: new RateLimit(settings.rate),
      tokens,
      nowMs: () => clock.nowMs(),
    })
    for (const route of parts.routes) this.#pools.set(route, this.#pool(route))
    this.server = http.createServer(this.#serverOptions())
    this.#attach(this.server)
  }

  /** Resolves with the port. Throws PortBusyError. */
  async listen(): Promise<number> {
    for (const pool of this.#pools.values()) pool.start()
    const { host, port } = this.#parts.settings
    return listen(this.server, { host, port, setting: 'Gateway__Port' })
  }

  /** Lets requests under way end for 2 s, cuts WebSockets at once. */
  async stop(): Promise<void> {
    for (const cut of [...this.#cutsOfTunnels]) cut()
    await closeServer(this.server, STOP_GRACE_MS)
    this.#connections.destroyAll()
    for (const pool of this.#pools.values()) pool.stop()
  }

  /** Connections that are open to the service of a route, and how many of them are free. */
  upstreamConnections(name: Route['name']): { readonly open: number; readonly free: number } {
    const found = [...this.#pools].find(([route]) => route.name === name)?.[1]
    return { open: found?.open ?? 0, free: found?.free ?? 0 }
  }

  #pool(route: Route): UpstreamPool {
    const { settings, clock } = this.#parts
    const { limits, timeouts } = settings
    return new UpstreamPool({ upstream: route.upstream, limits, timeouts, nowMs: () => clock.nowMs() })
  }

  #serverOptions(): http.ServerOptions {
    const { timeouts } = this.#parts.settings
    return {
      insecureHTTPParser: false,
      // Host is judged with the rest of the head, so that its refusal looks like any other.
      requireHostHeader: false,
      maxHeaderSize: PARSER_HEAD_BYTES,
      headersTimeout: Math.min(timeouts.headMs, timeouts.requestMs),
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: Math.min(1_000, timeouts.headMs / 2),
      noDelay: true,
      shouldUpgradeCallback: (req) => this.#isUpgrade(req),
    }
  }

  #attach(server: http.Server): void {
    // The parser would drop fields beyond a count silently; they are counted when judged.
    server.maxHeadersCount = 0
    // Node adds a second to this, which would keep idle connections longer than promised.
    server.keepAliveTimeoutBuffer = 0
    server.timeout = this.#parts.settings.timeouts.clientStallMs
    server.on('connection', (socket) => {
      this.#connections.open(socket)
      this.#parts.metrics.connections(this.#connections.count, this.#cutsOfTunnels.size)
    })
    server.on('request', (req, res) => this.#onRequest(req, res))
    server.on('checkContinue', (req, res) => this.#onRequest(req, res))
    server.on('checkExpectation', (req, res) => this.#onRequest(req, res))
    server.on('upgrade', (req, socket, firstBytes) => this.#onUpgrade(req, socket, firstBytes))
    server.on('connect', (req, socket) => this.#onConnectMethod(req, socket))
    server.on('clientError', (error, socket) => this.#onClientError(error, socket))
  }

  // Anything but a sound handshake on a quiet connection goes the way of ordinary requests, and is refused there.
  #isUpgrade(req: IncomingMessage): boolean {
    const connection = this.#connections.of(req.socket)
    if (connection === null || connection.busy) return false
    const judged = this.#judge(req)
    return 'head' in judged && judged.head.webSocketKey !== null
  }

  #onRequest(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#connections.of(req.socket)
    if (connection === null) {
      req.socket.destroy()
      return
    }
    connection.take({ req, res, begin: () => this.#begin(connection, req, res) })
  }

  #begin(connection: ClientConnection, req: IncomingMessage, res: ServerResponse): void {
    const judged = this.#judge(req)
    const admitted = this.#admission.admit('head' in judged ? judged.head : NO_CLAIMS, connection.client)
    this.#measure(res, 'head' in judged ? judged.head.route.name : 'none')
    if (!(admitted instanceof Promise)) return this.#answer({ req, res, judged, admitted })
    void admitted.then((late) => {
      if (!req.socket.destroyed) this.#answer({ req, res, judged, admitted: late })
    })
  }

  #answer(asked: { req: IncomingMessage; res: ServerResponse; judged: Judged; admitted: Admitted }): void {
    const { req, res, judged, admitted } = asked
    const traceId = this.#traceIds.next()
    const { verdict } = admitted
    if (!verdict.allowed)
      return sendProblem(req, res, { error: rateLimited(verdict), traceId, rate: verdict, close: false })
    if ('problem' in judged)
      return sendProblem(req, res, {
        error: judged.problem,
        traceId,
        rate: null,
        close: closes(judged.problem),
      })
    const { head } = judged
    if (head.webSocketKey !== null) {
      const error = new ProblemError('request_refused', 'An upgrade cannot wait behind other requests')
      return sendProblem(req, res, { error, traceId, rate: null, close: true })
    }
    const pool = this.#poolOf(head.route)
    new Exchange({
      pool,
      logger: this.#parts.logger,
      req,
      res,
      head,
      facts: this.#facts(admitted, traceId),
    }).start()
  }

  #onUpgrade(req: IncomingMessage, duplex: Duplex, firstBytes: Buffer): void {
    const socket = duplex
    const connection = socket instanceof Socket ? this.#connections.of(socket) : null
    const judged = this.#judge(req)
    if (!(socket instanceof Socket) || connection === null || !('head' in judged)) {
      duplex.destroy()
      return
    }
    // node:http no longer listens for errors on this socket, nor does it watch the time.
    socket.on('error', () => socket.destroy())
    socket.setTimeout(this.#parts.settings.timeouts.clientStallMs, () => socket.destroy())
    const admitting = this.#admission.admit(judged.head, connection.client)
    void Promise.resolve(admitting).then((admitted) => {
      if (!socket.destroyed) this.#upgrade({ req, socket, firstBytes, head: judged.head, admitted })
    })
  }

  #upgrade(asked: {
    req: IncomingMessage
    socket: Socket
    firstBytes: Buffer
    head: AcceptedHead
    admitted: Admitted
  }): void {
    const { req, socket, firstBytes, head, admitted } = asked
    const traceId = this.#traceIds.next()
    const { verdict } = admitted
    if (!verdict.allowed)
      return refuseUpgrade(req, socket, { error: rateLimited(verdict), traceId, rate: verdict, close: true })
    new Upgrade({
      pool: this.#poolOf(head.route),
      logger: this.#parts.logger,
      req,
      socket,
      firstBytes,
      head,
      facts: this.#facts(admitted, traceId),
      tunnelIdleMs: this.#parts.settings.timeouts.tunnelIdleMs,
      onOpen: (cut) => this.#onTunnel(cut),
    }).start()
  }

  #onTunnel(cut: () => void): () => void {
    this.#cutsOfTunnels.add(cut)
    return () => this.#cutsOfTunnels.delete(cut)
  }

  #onConnectMethod(_req: IncomingMessage, socket: Duplex): void {
    socket.on('error', () => socket.destroy())
    socket.end(
      rawProblem(new ProblemError('not_supported', 'This method is not supported'), this.#traceIds.next()),
      'latin1',
      () => socket.destroy(),
    )
  }

  #onClientError(error: Error, socket: Duplex): void {
    const connection = socket instanceof Socket ? this.#connections.of(socket) : null
    const problem = parseFailure(errorCode(error))
    if (connection === null || problem === null) {
      socket.destroy()
      return
    }
    // It counts, so that garbage cannot be sent for free.
    void this.#admission.admit(NO_CLAIMS, connection.client)
    connection.fail(rawProblem(problem, this.#traceIds.next()))
  }

  #judge(req: IncomingMessage): Judged {
    const { routes, settings } = this.#parts
    const received = {
      method: req.method ?? '',
      target: req.url ?? '',
      httpVersion: req.httpVersion,
      rawHeaders: req.rawHeaders,
    }
    try {
      return { head: judgeHead(received, { routes, names: this.#names, limits: settings.limits }) }
    } catch (error) {
      if (error instanceof ProblemError) return { problem: error }
      throw error
    }
  }

  #poolOf(route: Route): UpstreamPool {
    const pool = this.#pools.get(route)
    if (pool === undefined) throw new RangeError(`no pool for route ${route.name}`)
    return pool
  }

  #facts(admitted: Admitted, traceId: string): ForwardingFacts {
    return { clientAddress: admitted.clientAddress, proto: this.#parts.settings.publicScheme, traceId }
  }

  #measure(res: ServerResponse, route: string): void {
    const { clock, metrics } = this.#parts
    const began = clock.nowMs()
    res.once('close', () =>
      metrics.replied({ route, status: res.statusCode, seconds: (clock.nowMs() - began) / 1000 }),
    )
  }
}

// After these the framing of what follows cannot be trusted, or is not worth reading.
const CLOSING_CODES = new Set([
  'request_refused',
  'request_timeout',
  'too_large',
  'target_too_long',
  'head_too_large',
  'not_supported',
])

function closes(problem: ProblemError): boolean {
  return CLOSING_CODES.has(problem.code)
}
