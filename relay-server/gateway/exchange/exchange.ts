// One request and its reply: takes a pooled connection, streams the body up and the reply down, answers failures.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { endAfterBody, gatewayFields, sendProblem } from '../client/problem-reply.ts'
import { type BodyReader, RequestBody } from '../request/request-body.ts'
import { type AcceptedHead, type BodyKind, bodyTooLarge } from '../request/request-head.ts'
import { type ForwardingFacts, upstreamHead } from '../upstream/upstream-head.ts'
import type { UpstreamPool, Waiter } from '../upstream/upstream-pool.ts'
import type { ReplyHead } from '../upstream/upstream-reply.ts'
import type { ReplyReader, UpstreamFailure, UpstreamSocket } from '../upstream/upstream-socket.ts'

export interface ExchangeParts {
  readonly pool: UpstreamPool
  readonly logger: Logger
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly head: AcceptedHead
  readonly facts: ForwardingFacts
}

// Replies up to this size that came whole are sent as one string: one write instead of two.
const ONE_WRITE_BYTES = 16_384
const NO_BODY: BodyKind = { kind: 'none' }

export class Exchange implements ReplyReader, Waiter, BodyReader {
  readonly method: string
  readonly #parts: ExchangeParts
  readonly #body: RequestBody | null
  #firstBytes: Buffer | null = null
  #upstream: UpstreamSocket | null = null
  #replyBegun = false
  #retried = false
  #over = false
  #waitsForClient = false

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.method = parts.head.method
    const { body, rule } = parts.head
    this.#body = body.kind === 'none' ? null : new RequestBody(parts.req, rule.maxBodyBytes, this)
  }

  start(): void {
    const { res, head, pool } = this.#parts
    res.once('close', () => this.#onClientGone())
    if (this.#body === null) return pool.take(this, false)
    this.#body.start()
    if (head.expectsContinue) res.writeContinue()
  }

  // The request body

  onBody(bytes: Buffer): void {
    this.#firstBytes = bytes
    this.#parts.pool.take(this, false)
  }

  onBodyPart(bytes: Buffer): void {
    if (this.#upstream === null) return
    if (!this.#upstream.write(this.#framed(bytes))) this.#body?.pause()
  }

  onBodyEnd(): void {
    if (this.#parts.head.body.kind === 'chunked') this.#upstream?.write('0\r\n\r\n')
    this.#upstream?.endRequest()
  }

  onBodyTooLarge(): void {
    this.#problem(bodyTooLarge(this.#parts.head.rule.maxBodyBytes))
  }

  // The connection to the service

  onSocket(socket: UpstreamSocket): void {
    this.#upstream = socket
    const { head, facts } = this.#parts
    const complete = this.#body === null || this.#body.ended
    const bytes = this.#firstBytes
    const whole: BodyKind = bytes === null ? NO_BODY : { kind: 'length', bytes: bytes.length }
    const text = upstreamHead(head, facts, complete ? whole : head.body)
    const sent = bytes === null || complete ? bytes : this.#framed(bytes)
    if (!complete) this.#firstBytes = null
    if (socket.send(this, text, { bytes: sent, complete }) && !complete) this.#body?.resume()
  }

  onNoSocket(problem: ProblemError): void {
    this.#problem(problem)
  }

  onDrain(): void {
    this.#body?.resume()
  }

  onReply(reply: ReplyHead, parts: readonly Buffer[], ended: boolean): void {
    if (reply.status === 101) {
      this.#upstream?.abandon()
      return this.#problem(
        new ProblemError('upstream_unavailable', 'The service behind switched protocols unasked'),
      )
    }
    const { req, res, facts } = this.#parts
    this.#replyBegun = true
    // Before the request is complete the connection cannot carry another one.
    if (!this.#bodyComplete()) res.shouldKeepAlive = false
    const length = ended && reply.body.kind === 'chunked' ? ['Content-Length', String(sizeOf(parts))] : []
    const fields = [...reply.fields, ...length, ...gatewayFields(facts.traceId)]
    if (reply.reason === '') res.writeHead(reply.status, fields)
    else res.writeHead(reply.status, reply.reason, fields)
    if (!ended) return parts.length > 0 ? this.onParts(parts) : res.flushHeaders()
    this.#upstream = null
    const only = parts.length === 1 ? parts[0] : undefined
    if (only !== undefined && only.length <= ONE_WRITE_BYTES && req.complete) {
      this.#over = true
      res.end(only.toString('latin1'), 'latin1')
      return
    }
    for (const part of parts) res.write(part)
    this.#end()
  }

  onParts(parts: readonly Buffer[]): void {
    let keepsUp = true
    for (const part of parts) keepsUp = this.#parts.res.write(part)
    if (keepsUp || this.#waitsForClient) return
    this.#waitsForClient = true
    this.#upstream?.pause()
    this.#parts.res.once('drain', () => {
      this.#waitsForClient = false
      this.#upstream?.resume()
    })
  }

  onEnd(): void {
    this.#upstream = null
    this.#end()
  }

  onFailure(failure: UpstreamFailure): void {
    this.#upstream = null
    const repeatable = (this.method === 'GET' || this.method === 'HEAD') && this.#bodyComplete()
    if (failure.maybeUnseen && repeatable && !this.#retried) {
      this.#retried = true
      return this.#parts.pool.take(this, true)
    }
    const { head, facts, logger, req } = this.#parts
    logger.warn('upstream.failed', {
      route: head.route.name,
      kind: failure.kind,
      cause: failure.cause,
      traceId: facts.traceId,
    })
    // A reply that was cut must not look complete.
    if (this.#replyBegun) this.#reset()
    else if (failure.kind === 'timeout')
      this.#problem(new ProblemError('upstream_timeout', 'The service behind did not answer in time'))
    else if (!req.destroyed || req.complete)
      this.#problem(new ProblemError('upstream_unavailable', 'The service behind cannot be reached'))
  }

  #bodyComplete(): boolean {
    return this.#body === null || this.#body.ended
  }

  #framed(bytes: Buffer): Buffer {
    if (this.#parts.head.body.kind !== 'chunked') return bytes
    return Buffer.concat([
      Buffer.from(`${bytes.length.toString(16)}\r\n`, 'latin1'),
      bytes,
      Buffer.from('\r\n', 'latin1'),
    ])
  }

  #end(): void {
    this.#over = true
    this.#body?.stop()
    endAfterBody(this.#parts.req, this.#parts.res)
  }

  #problem(error: ProblemError): void {
    if (this.#over) return
    this.#over = true
    this.#body?.stop()
    this.#parts.pool.cancel(this)
    this.#upstream?.abandon()
    this.#upstream = null
    const { req, res, facts } = this.#parts
    if (this.#replyBegun) this.#reset()
    else sendProblem(req, res, { error, traceId: facts.traceId, rate: null })
  }

  #reset(): void {
    this.#over = true
    this.#body?.stop()
    this.#parts.req.socket.resetAndDestroy()
  }

  #onClientGone(): void {
    this.#over = true
    this.#body?.stop()
    this.#parts.pool.cancel(this)
    this.#upstream?.abandon()
    this.#upstream = null
  }
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}
