// One keep-alive connection to a service: one request in flight, replies read strictly, both directions held back on demand.
import net from 'node:net'
import tls from 'node:tls'
import { ChunkedDecoder, ReplyFault } from './chunked-decoder.ts'
import type { Upstream } from '../routes.ts'
import type { GatewayTimeouts } from '../settings.ts'
import { MAX_REPLY_HEAD_BYTES, parseReplyHead, type ReplyHead } from './upstream-reply.ts'

/** `unavailable`: not connected or cut; `timeout`: silent for too long; `broken`: it spoke, and not HTTP as we take it. */
export type FailureKind = 'unavailable' | 'timeout' | 'broken'

export interface UpstreamFailure {
  readonly kind: FailureKind
  /** The socket had served before and not one byte of this reply had come: the request may not have been seen. */
  readonly maybeUnseen: boolean
  readonly cause: string
}

/** Who made the request; told about the reply in this order: onReply, onPart…, onEnd, or onFailure at any point. */
export interface ReplyReader {
  readonly method: string
  /** `parts` are what of the body came with the head; when `ended`, they are all of it. */
  onReply(reply: ReplyHead, parts: readonly Buffer[], ended: boolean): void
  onParts(parts: readonly Buffer[]): void
  onEnd(): void
  onFailure(failure: UpstreamFailure): void
  /** More of the request may be written. */
  onDrain(): void
}

export interface UpstreamSocketParts {
  readonly upstream: Upstream
  readonly timeouts: GatewayTimeouts
  readonly nowMs: () => number
  /** Told once the socket can take the next request. */
  readonly onFree: (socket: UpstreamSocket) => void
  /** A mistake of ours while a reply was handled: that reply fails, the program goes on. */
  readonly onError: (error: unknown) => void
  /** Told once when the socket can no longer be used. */
  readonly onGone: (socket: UpstreamSocket) => void
}

type State = 'idle' | 'head' | 'body' | 'tunnel' | 'gone'

const MAX_INTERIM_REPLIES = 8
const HEAD_END = '\r\n\r\n'
const NOTHING = Buffer.alloc(0)

export class UpstreamSocket {
  readonly #parts: UpstreamSocketParts
  readonly #socket: net.Socket
  #state: State = 'idle'
  #reader: ReplyReader | null = null
  #connected = false
  #deadlineMs: number
  #served = 0
  #requestSent = false
  #replyBegun = false
  #interim = 0
  #held: Buffer = NOTHING
  #reply: ReplyHead | null = null
  #left = 0
  #decoder: ChunkedDecoder | null = null
  #reusable = true

  constructor(parts: UpstreamSocketParts) {
    this.#parts = parts
    this.#deadlineMs = parts.nowMs() + parts.timeouts.connectMs
    this.#socket = connect(parts.upstream)
    this.#socket.once(parts.upstream.secure ? 'secureConnect' : 'connect', () => this.#onConnect())
    this.#socket.on('data', (bytes: Buffer) => this.#onData(bytes))
    this.#socket.on('drain', () => this.#reader?.onDrain())
    this.#socket.on('end', () => this.#onEnd())
    this.#socket.on('error', (error) => this.#fail('unavailable', error.message))
    this.#socket.on('close', () => this.#fail('unavailable', 'the connection was closed'))
  }

  get idle(): boolean {
    return this.#state === 'idle'
  }

  /** Sends a request head with as much of its body as is there; more follows by `write` unless `complete`. */
  send(
    reader: ReplyReader,
    head: string,
    body: { readonly bytes: Buffer | null; readonly complete: boolean },
  ): boolean {
    this.#reader = reader
    this.#state = 'head'
    this.#requestSent = body.complete
    this.#replyBegun = false
    this.#interim = 0
    if (this.#connected) this.#deadlineMs = this.#parts.nowMs() + this.#parts.timeouts.replyHeadMs
    if (body.bytes === null) return this.#socket.write(head, 'latin1')
    this.#socket.cork()
    this.#socket.write(head, 'latin1')
    const more = this.#socket.write(body.bytes)
    this.#socket.uncork()
    return more
  }

  /** Sends more of the request body, framed by the caller; false asks to wait for `onDrain`. */
  write(bytes: Buffer | string): boolean {
    if (this.#connected && this.#state === 'head')
      this.#deadlineMs = this.#parts.nowMs() + this.#parts.timeouts.replyHeadMs
    return this.#socket.write(bytes)
  }

  /** The request body is complete. */
  endRequest(): void {
    this.#requestSent = true
  }

  /** Stops reading the reply until `resume`; the client gets its own, longer time to catch up. */
  pause(): void {
    this.#deadlineMs = this.#parts.nowMs() + this.#parts.timeouts.clientStallMs
    this.#socket.pause()
  }

  resume(): void {
    this.#touch()
    this.#socket.resume()
  }

  /** The reader has gone: the connection is never reused. */
  abandon(): void {
    this.#reader = null
    this.#drop()
  }

  /** Hands out the raw connection after a 101; this object no longer reads it or times it. */
  detach(): net.Socket {
    this.#state = 'tunnel'
    this.#reader = null
    this.#parts.onGone(this)
    return this.#socket
  }

  /** Called by the pool at intervals; ends what has taken too long. */
  checkDeadline(now: number): void {
    if (now < this.#deadlineMs || this.#state === 'tunnel') return
    if (this.#state === 'idle') this.#drop()
    else if (!this.#connected) this.#fail('unavailable', 'connecting took too long')
    else this.#fail('timeout', this.#replyBegun ? 'the reply stalled' : 'no reply in time')
  }

  #onConnect(): void {
    this.#connected = true
    this.#socket.setNoDelay(true)
    const { replyHeadMs, upstreamIdleMs } = this.#parts.timeouts
    this.#deadlineMs = this.#parts.nowMs() + (this.#state === 'idle' ? upstreamIdleMs : replyHeadMs)
  }

  #onData(bytes: Buffer): void {
    if (this.#state === 'tunnel') return
    // Bytes that nobody asked for make the connection unusable.
    if (this.#state === 'idle' || this.#state === 'gone') return this.#drop()
    this.#replyBegun = true
    try {
      if (this.#state === 'head') this.#readHead(bytes)
      else this.#readBody(bytes)
    } catch (error) {
      if (!(error instanceof ReplyFault)) this.#parts.onError(error)
      this.#fail('broken', error instanceof ReplyFault ? error.message : 'an error of the gateway')
    }
  }

  #readHead(arrived: Buffer): void {
    let bytes = this.#held.length === 0 ? arrived : Buffer.concat([this.#held, arrived])
    for (;;) {
      const end = bytes.indexOf(HEAD_END, 0, 'latin1')
      if (end > MAX_REPLY_HEAD_BYTES || (end < 0 && bytes.length > MAX_REPLY_HEAD_BYTES))
        throw new ReplyFault('the reply head is too long')
      if (end < 0) {
        this.#held = bytes
        return
      }
      const reply = parseReplyHead(bytes.toString('latin1', 0, end), this.#reader?.method ?? 'GET')
      bytes = bytes.subarray(end + HEAD_END.length)
      if (reply.status >= 200 || reply.status === 101) {
        this.#held = NOTHING
        return this.#beginReply(reply, bytes)
      }
      if (++this.#interim > MAX_INTERIM_REPLIES) throw new ReplyFault('too many interim replies')
    }
  }

  #beginReply(reply: ReplyHead, rest: Buffer): void {
    this.#reply = reply
    this.#state = 'body'
    this.#reusable = reply.keepAlive && this.#requestSent
    this.#left = reply.body.kind === 'length' ? reply.body.bytes : 0
    this.#decoder = reply.body.kind === 'chunked' ? new ChunkedDecoder() : null
    this.#touch()
    // What follows a 101 belongs to the tunnel.
    if (reply.status === 101) return this.#reader?.onReply(reply, rest.length > 0 ? [rest] : [], true)
    const parts: Buffer[] = []
    const ended = this.#take(rest, parts)
    const reader = this.#reader
    if (ended) this.#finish()
    reader?.onReply(reply, parts, ended)
  }

  #readBody(bytes: Buffer): void {
    this.#touch()
    const parts: Buffer[] = []
    const ended = this.#take(bytes, parts)
    const reader = this.#reader
    if (parts.length > 0) reader?.onParts(parts)
    if (!ended || this.#reader !== reader) return
    this.#finish()
    reader?.onEnd()
  }

  /** Takes what belongs to this reply and says whether it is complete; anything beyond spoils the connection. */
  #take(bytes: Buffer, parts: Buffer[]): boolean {
    switch (this.#reply?.body.kind) {
      case 'length': {
        const taken = Math.min(bytes.length, this.#left)
        if (taken > 0) parts.push(bytes.subarray(0, taken))
        this.#left -= taken
        if (bytes.length > taken) this.#reusable = false
        return this.#left === 0
      }
      case 'chunked': {
        const taken = this.#decoder?.feed(bytes, parts) ?? 0
        if (bytes.length > taken) this.#reusable = false
        return this.#decoder?.done ?? true
      }
      case 'until-close':
        if (bytes.length > 0) parts.push(bytes)
        return false
      default:
        if (bytes.length > 0) this.#reusable = false
        return true
    }
  }

  #onEnd(): void {
    if (this.#state === 'tunnel') return
    if (this.#state !== 'body' || this.#reply?.body.kind !== 'until-close')
      return this.#fail('unavailable', 'the service closed the connection')
    const reader = this.#reader
    this.#reusable = false
    this.#finish()
    reader?.onEnd()
  }

  #finish(): void {
    this.#reader = null
    this.#served++
    if (!this.#reusable) return this.#drop()
    this.#state = 'idle'
    this.#deadlineMs = this.#parts.nowMs() + this.#parts.timeouts.upstreamIdleMs
    this.#socket.resume()
    this.#parts.onFree(this)
  }

  #fail(kind: FailureKind, cause: string): void {
    if (this.#state === 'tunnel') return
    const reader = this.#reader
    this.#reader = null
    this.#drop()
    reader?.onFailure({ kind, cause, maybeUnseen: this.#served > 0 && !this.#replyBegun })
  }

  #drop(): void {
    if (this.#state === 'gone') return
    this.#state = 'gone'
    this.#socket.destroy()
    this.#parts.onGone(this)
  }

  #touch(): void {
    this.#deadlineMs = this.#parts.nowMs() + this.#parts.timeouts.replyStallMs
  }
}

function connect({ host, port, secure }: Upstream): net.Socket {
  if (!secure) return net.connect({ host, port, noDelay: true })
  // Further authorities come from NODE_EXTRA_CA_CERTS; a wrong certificate is an unreachable service.
  return tls.connect({
    host,
    port,
    servername: net.isIP(host) === 0 ? host : '',
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
}
