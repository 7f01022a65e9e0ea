// The connections to one service: reuses free ones, opens more up to a limit, lets the rest wait in order.
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Upstream } from '../routes.ts'
import type { GatewayLimits, GatewayTimeouts } from '../settings.ts'
import { UpstreamSocket, type UpstreamSocketParts } from './upstream-socket.ts'

/** Who waits for a connection; gets exactly one of the two calls, unless cancelled before. */
export interface Waiter {
  onSocket(socket: UpstreamSocket): void
  onNoSocket(problem: ProblemError): void
}

export interface UpstreamPoolParts {
  readonly upstream: Upstream
  readonly limits: GatewayLimits
  readonly timeouts: GatewayTimeouts
  readonly logger: Logger
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
}

// A request that waits longer than this for a connection meets a service that cannot keep up.
const MAX_QUEUE_WAIT_MS = 5_000
const RETRY_AFTER_S = 2

export class UpstreamPool {
  readonly #parts: UpstreamPoolParts
  readonly #sockets = new Set<UpstreamSocket>()
  readonly #free: UpstreamSocket[] = []
  /** Connections of upgrades: never pooled, bounded by the client connections. */
  readonly #dedicated = new Set<UpstreamSocket>()
  /** Waiters in order of arrival, with the time at which they give up. */
  readonly #waiting = new Map<Waiter, number>()
  #sweep: NodeJS.Timeout | null = null
  #stopped = false

  constructor(parts: UpstreamPoolParts) {
    this.#parts = parts
  }

  get open(): number {
    return this.#sockets.size
  }

  get free(): number {
    return this.#free.length
  }

  start(): void {
    const { connectMs, replyHeadMs, replyStallMs } = this.#parts.timeouts
    const everyMs = Math.max(10, Math.min(500, connectMs / 4, replyHeadMs / 4, replyStallMs / 4))
    this.#sweep = setInterval(() => this.#checkDeadlines(), everyMs).unref()
  }

  /** `fresh` asks for a connection that has not served before, as a retry does. */
  take(waiter: Waiter, fresh: boolean): void {
    if (this.#stopped) return waiter.onNoSocket(unavailable('The gateway is stopping'))
    const free = fresh ? undefined : this.#free.pop()
    if (free !== undefined) return waiter.onSocket(free)
    if (this.#sockets.size < this.#parts.limits.upstreamSockets) return waiter.onSocket(this.#connect())
    if (this.#waiting.size >= this.#parts.limits.upstreamQueue) return waiter.onNoSocket(busy())
    this.#waiting.set(waiter, this.#parts.nowMs() + MAX_QUEUE_WAIT_MS)
  }

  /** A connection for one upgrade, outside the limit of the pool; null once the pool has stopped. */
  connectDedicated(): UpstreamSocket | null {
    if (this.#stopped) return null
    const socket = this.#newSocket({
      onFree: (free) => free.abandon(),
      onGone: (gone) => this.#dedicated.delete(gone),
    })
    this.#dedicated.add(socket)
    return socket
  }

  /** The waiter has gone. */
  cancel(waiter: Waiter): void {
    this.#waiting.delete(waiter)
  }

  stop(): void {
    this.#stopped = true
    if (this.#sweep !== null) clearInterval(this.#sweep)
    for (const waiter of [...this.#waiting.keys()])
      this.#refuse(waiter, unavailable('The gateway is stopping'))
    for (const socket of [...this.#sockets, ...this.#dedicated]) socket.abandon()
  }

  #connect(): UpstreamSocket {
    const socket = this.#newSocket({
      onFree: (free) => this.#onFree(free),
      onGone: (gone) => this.#onGone(gone),
    })
    this.#sockets.add(socket)
    return socket
  }

  #newSocket(ends: Pick<UpstreamSocketParts, 'onFree' | 'onGone'>): UpstreamSocket {
    const { upstream, timeouts, nowMs, logger } = this.#parts
    const onError = (error: unknown): void => logger.error('upstream.reply-failed', error)
    return new UpstreamSocket({ upstream, timeouts, nowMs, onError, ...ends })
  }

  #onFree(socket: UpstreamSocket): void {
    const next = this.#nextWaiter()
    if (next === null) this.#free.push(socket)
    else next.onSocket(socket)
  }

  #onGone(socket: UpstreamSocket): void {
    this.#sockets.delete(socket)
    const at = this.#free.indexOf(socket)
    if (at >= 0) this.#free.splice(at, 1)
    if (this.#stopped) return
    const next = this.#nextWaiter()
    if (next !== null) next.onSocket(this.#connect())
  }

  #nextWaiter(): Waiter | null {
    const first = this.#waiting.keys().next()
    if (first.done) return null
    this.#waiting.delete(first.value)
    return first.value
  }

  #refuse(waiter: Waiter, problem: ProblemError): void {
    this.#waiting.delete(waiter)
    waiter.onNoSocket(problem)
  }

  #checkDeadlines(): void {
    const now = this.#parts.nowMs()
    for (const socket of [...this.#sockets, ...this.#dedicated]) socket.checkDeadline(now)
    for (const [waiter, givesUpMs] of [...this.#waiting]) if (now >= givesUpMs) this.#refuse(waiter, busy())
  }
}

function unavailable(detail: string): ProblemError {
  return new ProblemError('unavailable', detail, { retryAfterS: RETRY_AFTER_S })
}

function busy(): ProblemError {
  return unavailable('The service behind has too many requests under way')
}
