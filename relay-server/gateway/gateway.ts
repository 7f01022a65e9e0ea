// The gateway: node:http parses what comes from outside, every request is judged, counted, and forwarded or answered.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { errorCode } from '../http/error-code.ts'
import { closeServer, listen, type ListenAddress } from '../http/listen.ts'
import type { ClientConnection } from '../http/admission/client-connection.ts'
import { ClientConnections } from '../http/admission/client-connections.ts'
import { createOuterServer } from '../http/admission/outer-server.ts'
import { parseFailure } from '../http/admission/parse-failure.ts'
import { rateLimited } from '../http/admission/rate-limit.ts'
import { Admission, type Admitted, NO_CLAIMS } from './admission/admission.ts'
import { Exchange } from './exchange/exchange.ts'
import { FieldNames } from './request/field-names.ts'
import type { GatewayMetrics } from './metrics.ts'
import { givenTrace, tellForwarded } from './client/given-trace.ts'
import { rawProblem, sendProblem } from './client/problem-reply.ts'
import { type AcceptedHead, judge, type Judged } from './request/request-head.ts'
import type { Route, RouteTable } from './routes.ts'
import { provenCallers, type ProvenCallersParts } from './admission/proven-callers.ts'
import type { GatewayOptions } from './settings.ts'
import { TraceIds } from './client/trace-ids.ts'
import { refuseUpgrade, Upgrade } from './exchange/upgrade.ts'
import type { ForwardingFacts } from './upstream/upstream-head.ts'
import { UpstreamPool } from './upstream/upstream-pool.ts'

export interface GatewayParts extends ProvenCallersParts {
  readonly settings: GatewayOptions
  readonly routes: RouteTable
  readonly metrics: GatewayMetrics
}

// Requests under way may end within this time after a stop.
const STOP_GRACE_MS = 2_000
export function createGateway(parts: GatewayParts): Gateway {
  return new Gateway(parts)
}

export class Gateway {
  readonly server: Server
  readonly #parts: GatewayParts
  readonly #connections: ClientConnections
  readonly #admission: Admission
  readonly #pools = new Map<Route, UpstreamPool>()
  readonly #names = new FieldNames()
  readonly #traceIds = new TraceIds()
  readonly #cutsOfTunnels = new Set<() => void>()

  constructor(parts: GatewayParts) {
    this.#parts = parts
    const { settings, clock } = parts
    const nowMs = (): number => clock.monotonicMs()
    this.#connections = new ClientConnections({ limits: settings.connections, nowMs })
    this.#admission = new Admission({
      policy: settings.rate,
      behindTerminator: settings.behindTerminator,
      ...provenCallers(parts),
      nowMs,
    })
    for (const route of parts.routes) this.#pools.set(route, this.#pool(route))
    this.server = createOuterServer(settings.timeouts, (req) => this.#isUpgrade(req))
    this.#attach(this.server)
  }

  /** Resolves with the port. Throws PortBusyError. `peers`: whose connections are taken; null: everybody's. */
  async listen(peers: ListenAddress['peers'] = null): Promise<number> {
    for (const pool of this.#pools.values()) pool.start()
    const { host, port } = this.#parts.settings
    return listen(this.server, { host, port, setting: 'Gateway__Port', peers })
  }

  /** Lets requests under way end for 2 s, cuts WebSockets at once. */
  async stop(): Promise<void> {
    for (const cut of [...this.#cutsOfTunnels]) cut()
    // closeServer cannot cut connections that left HTTP for an upgrade.
    const cutAll = setTimeout(() => this.#connections.destroyAll(), STOP_GRACE_MS)
    await closeServer(this.server, STOP_GRACE_MS)
    clearTimeout(cutAll)
    for (const pool of this.#pools.values()) pool.stop()
  }

  /** Connections that are open to the service of a route, and how many of them are free. */
  upstreamConnections(name: Route['name']): { readonly open: number; readonly free: number } {
    const found = [...this.#pools].find(([route]) => route.name === name)?.[1]
    return { open: found?.open ?? 0, free: found?.free ?? 0 }
  }

  #pool(route: Route): UpstreamPool {
    const { settings, clock, logger } = this.#parts
    const { limits, timeouts } = settings
    return new UpstreamPool({
      upstream: route.upstream,
      limits,
      timeouts,
      logger,
      nowMs: () => clock.monotonicMs(),
    })
  }

  #attach(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections.open(socket)
      this.#countConnections()
      socket.once('close', () => this.#countConnections())
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
    connection.take({ req, res, begin: () => this.#guard(req, res, () => this.#begin(connection, req, res)) })
  }

  // A mistake of ours must cost one request, not the program.
  #guard(req: IncomingMessage, res: ServerResponse, run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#parts.logger.error('request.failed', error)
      const problem = new ProblemError('internal', 'Something went wrong on our side')
      if (res.headersSent) req.socket.destroy()
      else sendProblem(req, res, { error: problem, traceId: this.#traceIds.next(), rate: null })
    }
  }

  #begin(connection: ClientConnection, req: IncomingMessage, res: ServerResponse): void {
    const judged = this.#judge(req)
    const admitted = this.#admission.admit('head' in judged ? judged.head : NO_CLAIMS, connection.client)
    this.#measure(res, 'head' in judged ? judged.head.route.name : 'none')
    if (!(admitted instanceof Promise)) return this.#answer({ req, res, judged, admitted })
    void admitted.then((late) => {
      if (req.socket.destroyed) return
      this.#guard(req, res, () => this.#answer({ req, res, judged, admitted: late }))
    })
  }

  #answer(asked: { req: IncomingMessage; res: ServerResponse; judged: Judged; admitted: Admitted }): void {
    const { req, res, judged, admitted } = asked
    const { verdict, service } = admitted
    const given = 'head' in judged ? givenTrace(judged.head, admitted) : null
    const traceId = given ?? this.#traceIds.next()
    if (service !== null) this.#connections.proven(req.socket, service)
    const error = verdict.allowed ? refusalOf(judged) : rateLimited(verdict)
    if (error !== null || !('head' in judged)) {
      const problem = error ?? new ProblemError('internal', 'The request was not judged')
      return sendProblem(req, res, { error: problem, traceId, rate: verdict.allowed ? null : verdict })
    }
    const { head } = judged
    const pool = this.#poolOf(head.route)
    tellForwarded(this.#parts, head, { res, traceId: given })
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
    const traceId = givenTrace(head, admitted) ?? this.#traceIds.next()
    const { verdict, service } = admitted
    if (service !== null) this.#connections.proven(socket, service)
    if (!verdict.allowed)
      return refuseUpgrade(req, socket, { error: rateLimited(verdict), traceId, rate: verdict })
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
    const { routes } = this.#parts
    const { method = '', url: target = '', httpVersion, rawHeaders } = req
    return judge({ method, target, httpVersion, rawHeaders }, { routes, names: this.#names })
  }

  #poolOf(route: Route): UpstreamPool {
    const pool = this.#pools.get(route)
    if (pool === undefined) throw new RangeError(`no pool for route ${route.name}`)
    return pool
  }

  #countConnections(): void {
    this.#parts.metrics.connections(this.#connections.count, this.#cutsOfTunnels.size)
  }

  #facts(admitted: Admitted, traceId: string): ForwardingFacts {
    return { clientAddress: admitted.clientAddress, proto: this.#parts.settings.publicScheme, traceId }
  }

  #measure(res: ServerResponse, route: string): void {
    const { clock, metrics } = this.#parts
    const began = clock.monotonicMs()
    res.once('close', () =>
      metrics.replied({ route, status: res.statusCode, seconds: (clock.monotonicMs() - began) / 1000 }),
    )
  }
}

/** The problem of a request that is not to be forwarded; null for others. */
function refusalOf(judged: Judged): ProblemError | null {
  if ('problem' in judged) return judged.problem
  // Handshakes that may open a tunnel took another way.
  if (judged.head.webSocketKey === null) return null
  return new ProblemError('request_refused', 'An upgrade cannot wait behind other requests')
}
