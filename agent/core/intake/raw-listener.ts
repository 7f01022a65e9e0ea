// Listens for raw labels, as printers do on port 9100, and lets in only whom it should and as many as it can.
import { once } from 'node:events'
import net from 'node:net'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { listenError } from './listen-error.ts'
import { NO_RESET_ON_DEATH, resetOnDeath } from './reset-on-death.ts'
import type { ReachFailpoint } from '../failpoints/reach-failpoint.ts'
import { serveRawConnection, type RawJob, type RefusalReason } from './raw-connection.ts'
import { plainAddress } from './sender-address.ts'
import { TlsConnections, type TakeTls } from './tls-connections.ts'

export interface RawLimits {
  readonly maxBytes: number
  readonly connections: number
  readonly connectionsPerAddress: number
  /** From the connection to its first byte: a port scanner, or one that waits for us to speak. */
  readonly firstByteMs: number
  /** Without a byte; a payload that is whole by then counts. */
  readonly idleMs: number
  /** Longest time that one payload may take. */
  readonly jobMs: number
}

export const RAW_LIMITS: RawLimits = {
  maxBytes: 5 * 1_048_576,
  connections: 16,
  connectionsPerAddress: 4,
  firstByteMs: 10_000,
  idleMs: 30_000,
  jobMs: 15 * 60_000,
}

/** A connection that was turned away before a byte was read, or after. */
export interface Refusal {
  readonly sender: string
  readonly reason: RefusalReason | 'sender_not_allowed' | 'too_many_connections'
  /** What a whole label could not be accepted for, in words; never what is on it. */
  readonly why?: string
}

export interface RawListenerParts {
  /** Null: all addresses of this computer, of IPv6 too where it has any. */
  readonly host: string | null
  /** 0 takes a free one. */
  readonly port: number
  readonly limits: RawLimits
  readonly clock: Clock
  readonly logger: Logger
  /** Asked for each connection, because networks come and go. */
  readonly isAllowedSender: (address: string) => boolean
  /** Who may begin a job link although raw labels of him are not taken; left out: nobody. */
  readonly mayLink?: (address: string) => boolean
  /** Resolves once the job is safe; a rejection breaks the sender's connection off. */
  readonly onJob: (job: RawJob) => Promise<void>
  readonly onRefused: (refusal: Refusal) => void
  /** Who takes job links, asked for each connection that begins with TLS; null, or left out: they are refused. */
  readonly takeTls?: () => TakeTls | null
  /** Left out, nothing is armed. */
  readonly failpoint?: ReachFailpoint | undefined
}

export class RawListener {
  readonly #parts: RawListenerParts
  readonly #server: net.Server
  readonly #tlsConnections: TlsConnections
  readonly #senders = new Map<net.Socket, string>()
  /** There before anybody is let in. */
  #resetOnDeath = NO_RESET_ON_DEATH

  constructor(parts: RawListenerParts) {
    this.#parts = parts
    const { clock, limits, takeTls = () => null } = parts
    this.#tlsConnections = new TlsConnections({ clock, takeTls, firstByteMs: limits.firstByteMs })
    // Half-open: the sender's FIN ends its job, and ours has to wait until the job is safe.
    this.#server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
      this.#admit(socket),
    )
  }

  /** Returns the port. Throws ListenError when it is taken or not allowed. */
  async start(): Promise<number> {
    const { host, port, logger } = this.#parts
    this.#resetOnDeath = await resetOnDeath(logger)
    try {
      this.#server.listen(host === null ? { port } : { host, port })
      await once(this.#server, 'listening')
    } catch (error) {
      throw listenError({ host, port }, error)
    }
    this.#resetOnDeath.armAll(this.#server)
    this.#server.on('error', (error) => logger.error('raw-listener.failed', error))
    const address = this.#server.address()
    return address !== null && typeof address === 'object' ? address.port : port
  }

  /** Lets nobody in any more and frees the port at once; who is being served goes on to his end. */
  retire(): void {
    this.#server.close()
  }

  isServing(): boolean {
    return this.#senders.size > 0
  }

  /** Breaks off what is not whole yet: its sender sees a reset, never a clean end. Links are not its own any more. */
  async stop(): Promise<void> {
    this.#tlsConnections.stop()
    for (const socket of this.#senders.keys()) socket.resetAndDestroy()
    if (this.#server.listening) this.#server.close()
    // Its callback would wait for the links too; what was reset is closed in the next turn of the loop.
    await new Promise((resolve) => setImmediate(resolve))
  }

  #admit(socket: net.Socket): void {
    const { clock, limits, onJob, failpoint } = this.#parts
    const { maxBytes, firstByteMs, idleMs, jobMs } = limits
    const sender = plainAddress(socket.remoteAddress ?? '')
    const refusal = this.#refusalOf(sender)
    if (refusal !== null && this.#mayBeLink(sender, refusal)) {
      this.#resetOnDeath.disarm(socket)
      return this.#tlsConnections.wait(socket, () => this.#refuse(socket, sender, refusal))
    }
    if (refusal !== null) return this.#refuse(socket, sender, refusal)
    this.#senders.set(socket, sender)
    socket.on('close', () => this.#senders.delete(socket))
    serveRawConnection({
      socket,
      sender,
      clock,
      onJob,
      maxBytes,
      firstByteMs,
      idleMs,
      jobMs,
      failpoint,
      resetOnDeath: this.#resetOnDeath,
      handOver: (link, firstBytes) => this.#handOver(link, firstBytes),
      onRefused: (reason, why) =>
        this.#parts.onRefused({ sender, reason, ...(why === undefined ? {} : { why }) }),
    })
    socket.resume()
  }

  #handOver(socket: net.Socket, firstBytes: Buffer): boolean {
    const isTaken = this.#tlsConnections.take(socket, firstBytes)
    if (isTaken) this.#senders.delete(socket)
    return isTaken
  }

  #mayBeLink(sender: string, refusal: Refusal['reason']): boolean {
    return refusal === 'too_many_connections' || (this.#parts.mayLink?.(sender) ?? false)
  }

  #refusalOf(sender: string): Refusal['reason'] | null {
    const { isAllowedSender, limits } = this.#parts
    if (!isAllowedSender(sender)) return 'sender_not_allowed'
    const ofSender = [...this.#senders.values()].filter((other) => other === sender).length
    const isFull = this.#senders.size >= limits.connections || ofSender >= limits.connectionsPerAddress
    return isFull ? 'too_many_connections' : null
  }

  #refuse(socket: net.Socket, sender: string, reason: Refusal['reason']): void {
    socket.on('error', () => undefined)
    socket.resetAndDestroy()
    this.#parts.onRefused({ sender, reason })
  }
}
