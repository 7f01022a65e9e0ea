// One upgrade to a hub: asks the service, opens the tunnel only after a correct 101, passes any other answer on and closes.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { gatewayFields, type ProblemReply, sendProblem } from '../client/problem-reply.ts'
import type { AcceptedHead } from '../request/request-head.ts'
import { type ForwardingFacts, upstreamHead } from '../upstream/upstream-head.ts'
import type { UpstreamPool } from '../upstream/upstream-pool.ts'
import type { ReplyHead } from '../upstream/upstream-reply.ts'
import type { ReplyReader, UpstreamFailure, UpstreamSocket } from '../upstream/upstream-socket.ts'
import { openTunnel } from './tunnel.ts'
import { acceptOf } from '../request/websocket-handshake.ts'

export interface UpgradeParts {
  readonly pool: UpstreamPool
  readonly logger: Logger
  readonly req: IncomingMessage
  readonly socket: Socket
  /** What the client sent behind its request head. */
  readonly firstBytes: Buffer
  readonly head: AcceptedHead
  readonly facts: ForwardingFacts
  readonly tunnelIdleMs: number
  /** Told how to cut the open tunnel; returns what to call when it has closed. */
  readonly onOpen: (cut: () => void) => () => void
}

// The body of a refused handshake; a hub has no reason to send more.
const MAX_REFUSAL_BYTES = 65_536

export class Upgrade implements ReplyReader {
  readonly method = 'GET'
  readonly #parts: UpgradeParts
  #upstream: UpstreamSocket | null = null
  #refusal: { readonly res: ServerResponse; bytes: number } | null = null

  constructor(parts: UpgradeParts) {
    this.#parts = parts
  }

  start(): void {
    const { pool, head, facts, socket } = this.#parts
    this.#upstream = pool.connectDedicated()
    if (this.#upstream === null)
      return this.#problem(new ProblemError('unavailable', 'The gateway is stopping', { retryAfterS: 2 }))
    socket.once('close', () => this.#upstream?.abandon())
    this.#upstream.send(this, upstreamHead(head, facts, { kind: 'none' }), { bytes: null, complete: true })
  }

  onReply(reply: ReplyHead, parts: readonly Buffer[], ended: boolean): void {
    if (reply.status !== 101) return this.#refuse(reply, parts, ended)
    const key = this.#parts.head.webSocketKey ?? ''
    if (reply.upgrade === 'websocket' && reply.webSocketAccept === acceptOf(key))
      return this.#open(reply, parts)
    this.#upstream?.abandon()
    this.#problem(
      new ProblemError('upstream_unavailable', 'The service behind answered the handshake wrongly'),
    )
  }

  onParts(parts: readonly Buffer[]): void {
    if (this.#refusal === null) return
    for (const part of parts) {
      this.#refusal.bytes += part.length
      this.#refusal.res.write(part)
    }
    if (this.#refusal.bytes > MAX_REFUSAL_BYTES) this.#parts.socket.destroy()
  }

  onEnd(): void {
    this.#upstream = null
    this.#refusal?.res.end()
  }

  onDrain(): void {}

  onFailure(failure: UpstreamFailure): void {
    this.#upstream = null
    const { logger, head, facts, socket } = this.#parts
    logger.warn('upgrade.failed', {
      route: head.route.name,
      kind: failure.kind,
      cause: failure.cause,
      traceId: facts.traceId,
    })
    if (this.#refusal !== null) socket.resetAndDestroy()
    else if (failure.kind === 'timeout')
      this.#problem(new ProblemError('upstream_timeout', 'The service behind did not answer in time'))
    else this.#problem(new ProblemError('upstream_unavailable', 'The service behind cannot be reached'))
  }

  #open(reply: ReplyHead, parts: readonly Buffer[]): void {
    const { socket, facts, tunnelIdleMs, firstBytes } = this.#parts
    const upstream = this.#upstream?.detach()
    this.#upstream = null
    if (upstream === undefined) return
    const fields = [...reply.fields, ...gatewayFields(facts.traceId)]
    let text = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
    for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
    socket.write(`${text}\r\n`, 'latin1')
    let closed: () => void = () => {}
    const ends = {
      client: socket,
      upstream,
      fromClient: firstBytes,
      fromUpstream: Buffer.concat(parts),
      idleMs: tunnelIdleMs,
    }
    const cut = openTunnel(ends, () => closed())
    closed = this.#parts.onOpen(cut)
  }

  #refuse(reply: ReplyHead, parts: readonly Buffer[], ended: boolean): void {
    const res = lastResponse(this.#parts.req, this.#parts.socket)
    this.#refusal = { res, bytes: 0 }
    res.writeHead(reply.status, [...reply.fields, ...gatewayFields(this.#parts.facts.traceId)])
    this.onParts(parts)
    if (ended) this.onEnd()
  }

  #problem(error: ProblemError): void {
    const { req, socket, facts } = this.#parts
    refuseUpgrade(req, socket, { error, traceId: facts.traceId, rate: null })
  }
}

/** Answers an upgrade request with a problem and closes the connection. */
export function refuseUpgrade(req: IncomingMessage, socket: Socket, reply: ProblemReply): void {
  if (!socket.destroyed) sendProblem(req, lastResponse(req, socket), reply)
}

// After an upgrade node:http no longer answers on this socket, so the response is joined to it by hand.
function lastResponse(req: IncomingMessage, socket: Socket): ServerResponse {
  const res = new ServerResponse(req)
  res.shouldKeepAlive = false
  res.assignSocket(socket)
  res.once('finish', () => socket.destroySoon())
  return res
}
